// SPDX-License-Identifier: MIT
// What AddressSanitizer has to know about libraries that are not ours.
#if defined(__SANITIZE_ADDRESS__)

extern "C" {

// Nothing is unloaded, so that leaks which drivers leave behind still have a name to go by.
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
