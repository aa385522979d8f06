// SPDX-License-Identifier: MIT
#pragma once

// printf, assert, clocks and traps.

// The symbol is not printf, because LLVM knows that function and would turn some calls into puts().
extern "C" __attribute__((host, device)) int printf(const char* format,
                                                    ...) __asm__("__glint_print");

__glint_runtime __attribute__((noreturn)) void __glint_assert_failed(const char* expression,
                                                                     const char* file,
                                                                     unsigned int line);
// Calls are not merged, because the address of the call determines the reported source line.
__glint_runtime __attribute__((noreturn, nomerge)) void __glint_trap();
__glint_runtime void __glint_sleep(unsigned int nanoseconds);

// Only for parsing: host functions of a source are parsed, but never compiled.
static inline __attribute__((host)) void __glint_assert(const char*, const char*, unsigned int) {}
__glint_device __attribute__((noreturn)) void __glint_assert(const char* expression,
                                                             const char* file, unsigned int line) {
    __glint_assert_failed(expression, file, line);
}

// Does nothing. Without a debugger, a breakpoint would end the process.
__glint_device void __brkpt() {}
__glint_device void __prof_trigger(int) {}
__glint_device void __trap() { __glint_trap(); }
__glint_device void __nanosleep(unsigned int nanoseconds) { __glint_sleep(nanoseconds); }

#if defined(__x86_64__)
__glint_device long long clock64() { return static_cast<long long>(__builtin_ia32_rdtsc()); }
#else
__glint_device long long clock64() { return static_cast<long long>(__builtin_readcyclecounter()); }
#endif
typedef long clock_t;
__glint_device clock_t clock() { return static_cast<clock_t>(clock64()); }
namespace std {
using ::clock_t;
}  // namespace std

// The heap for kernels. Its functions have their own names, because LLVM assumes that the malloc of
// the C library always succeeds.
__glint_runtime void* __glint_heap_allocate(size_t size);
__glint_runtime void __glint_heap_free(void* memory);
static inline __attribute__((host)) void* malloc(size_t) { return nullptr; }
static inline __attribute__((host)) void free(void*) {}
__glint_device void* malloc(size_t size) { return __glint_heap_allocate(size); }
__glint_device void free(void* memory) { __glint_heap_free(memory); }
namespace std {
using ::free;
using ::malloc;
}  // namespace std

extern "C" __attribute__((host, device)) void* memcpy(void* to, const void* from, size_t size);
extern "C" __attribute__((host, device)) void* memset(void* to, int value, size_t size);
