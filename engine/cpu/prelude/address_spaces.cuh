// SPDX-License-Identifier: MIT
#pragma once

// Queries and conversions of address spaces. On a CPU, all pointers are generic.

/// Returns 0 for global, 1 for shared, and 2 for local memory.
__glint_runtime unsigned int __glint_memory_space(const void* address);

__glint_device unsigned int __isGlobal(const void* address) {
    return __glint_memory_space(address) == 0;
}
__glint_device unsigned int __isShared(const void* address) {
    return __glint_memory_space(address) == 1;
}
__glint_device unsigned int __isCtaShared(const void* address) { return __isShared(address); }
__glint_device unsigned int __isClusterShared(const void* address) { return __isShared(address); }
__glint_device unsigned int __isLocal(const void* address) {
    return __glint_memory_space(address) == 2;
}

#define __GLINT_SPACE(space)                                               \
    __glint_device size_t __cvta_generic_to_##space(const void* address) { \
        return reinterpret_cast<size_t>(address);                          \
    }                                                                      \
    __glint_device void* __cvta_##space##_to_generic(size_t address) {     \
        return reinterpret_cast<void*>(address);                           \
    }
__GLINT_SPACE(global)
__GLINT_SPACE(shared)
__GLINT_SPACE(local)
__GLINT_SPACE(constant)
__GLINT_SPACE(grid_constant)
#undef __GLINT_SPACE
