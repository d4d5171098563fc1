// What Swift's module of the C library lacks.
#pragma once

#include <stddef.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Hands memory that is free inside the process back to the system, where the C library can.
static inline void give_back_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}
