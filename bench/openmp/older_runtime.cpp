// SPDX-License-Identifier: MIT
// Clang 19 emits a call to this function at the end of a dynamically scheduled loop. LLVM's OpenMP
// runtime defines it, as a no-op, since version 19. This definition is for older runtimes.
#ifdef __clang__
extern "C" void __kmpc_dispatch_deinit(void*, int) {}
#endif
