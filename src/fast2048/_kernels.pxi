# Which kernel runs: the fastest that the processor has, or the one that FAST2048_CPU names.

cdef list kernel_names(bint supported_only):
    cdef unsigned number = 0
    cdef const engine.f2048_kernel *kernel = engine.f2048_kernel_number(number)
    names = []
    while kernel != NULL:
        if not supported_only or engine.f2048_kernel_supported(kernel):
            names.append(engine.f2048_kernel_name(kernel).decode("ascii"))
        number += 1
        kernel = engine.f2048_kernel_number(number)
    return names


cdef const engine.f2048_kernel *kernel_named(str name) except NULL:
    cdef unsigned number = 0
    cdef const engine.f2048_kernel *kernel = engine.f2048_kernel_number(number)
    while kernel != NULL and engine.f2048_kernel_name(kernel).decode("ascii") != name:
        number += 1
        kernel = engine.f2048_kernel_number(number)
    if kernel == NULL:
        raise Fast2048Error(f"not a kernel: {quote(name)} (this build has "
                            f"{', '.join(kernel_names(False))})")
    if not engine.f2048_kernel_supported(kernel):
        raise Fast2048Error(f"this processor does not run the kernel {quote(name)} (it runs "
                            f"{', '.join(kernel_names(True))})")
    return kernel


cdef const engine.f2048_kernel *kernel_from_environment() except NULL:
    name = environ.get("FAST2048_CPU")
    if not name:
        return engine.f2048_kernel_best()
    try:
        return kernel_named(name)
    except Fast2048Error as error:
        raise Fast2048Error(f"FAST2048_CPU: {error}") from None


# Set once, here.
cdef const engine.f2048_kernel *KERNEL = kernel_from_environment()


cdef const engine.f2048_kernel *kernel_or_default(object name) except NULL:
    return KERNEL if name is None else kernel_named(name)


def cpu_features():
    """What the engine runs on this processor, as a dict.

    ``"kernel"``: the kernel in use, the fastest that is supported unless the
    environment variable FAST2048_CPU named one when fast2048 was imported.
    ``"lanes"``: how many boards it handles in one register. ``"supported"``: the
    kernels that this processor runs, and ``"built"``: those that this build has, as
    tuples of names, fastest first. All kernels give the same results, bit for bit.
    """
    return {
        "kernel": engine.f2048_kernel_name(KERNEL).decode("ascii"),
        "lanes": engine.f2048_kernel_lanes(KERNEL),
        "supported": tuple(kernel_names(True)),
        "built": tuple(kernel_names(False)),
    }
