// SPDX-License-Identifier: MIT
// AddressSanitizer settings for third-party libraries.
#if defined(__SANITIZE_ADDRESS__)

extern "C" {

// Never unloads libraries, so that LeakSanitizer can name a driver that leaked.
int dlclose(void*) { return 0; }

const char* __lsan_default_suppressions() {
    return "leak:_dri.so\n"
           "leak:libGLX\n"
           "leak:libEGL\n"
           "leak:libX11\n"
           "leak:libLLVM-15\n";  // used by Mesa; glint uses LLVM 19
}

}  // extern "C"

#endif
