// SPDX-License-Identifier: MIT
// A library that is not a CPU backend of this version; it has only the entry points.
extern "C" {
void glint_cpu_open_backend(void*);
void* glint_cpu_source_compiler();
const char* glint_cpu_version();

void glint_cpu_open_backend(void*) {}
void* glint_cpu_source_compiler() { return nullptr; }
const char* glint_cpu_version() { return "0.0.1 (interface 1)"; }
}
