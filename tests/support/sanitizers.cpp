// SPDX-License-Identifier: MIT
// Settings of AddressSanitizer for third-party libraries.
#if defined(__SANITIZE_ADDRESS__)

extern "C" {

// Unloads nothing, so that LeakSanitizer can name the driver that leaked.
int dlclose(void*) { return 0; }

const char* __lsan_default_suppressions() {
    return "leak:_dri.so\n"
           "leak:libGLX\n"
           "leak:libEGL\n"
           "leak:libX11\n"
           "leak:libLLVM-15\n";  // Mesa's; ours is 19
}

}  // extern "C"

#endif
