/* What the proofs need of the compiler's header. */
#define bool _Bool
#define true 1
#define false 0
