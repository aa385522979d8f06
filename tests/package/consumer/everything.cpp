// SPDX-License-Identifier: MIT
// Creates an OpenGL context if this machine can, so that the linker needs all of glint.
#include <cstdio>

#include <glint/base/error.hpp>
#include <glint/gl/headless_context.hpp>
#include OLD_HEADER

int main() {
    try {
        const glint::gl::HeadlessContext context;
        std::printf("draws on %s\n", context.renderer().c_str());
    } catch (const glint::Error& error) {
        std::printf("does not draw: %s\n", error.what());
    }
}
