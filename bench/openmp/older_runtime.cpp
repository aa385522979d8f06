// SPDX-License-Identifier: MIT
// Clang 19 has this called when a dynamically scheduled loop is done. LLVM's OpenMP runtime knows
// it from version 19 on, where it does nothing; so defined, older ones serve too.
#ifdef __clang__
extern "C" void __kmpc_dispatch_deinit(void*, int) {}
#endif
