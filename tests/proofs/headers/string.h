/* What the proofs need of the compiler's header. */
