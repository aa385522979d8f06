// SPDX-License-Identifier: MIT
// Defines all functions that glint looks up but fake_cuda.cpp does not have.
#include <glint/cuda/api.hpp>

extern "C" CUresult glint_fake_cuda_unsupported();
CUresult glint_fake_cuda_unsupported() { return CUDA_ERROR_NOT_SUPPORTED; }

#define GLINT_FAKE(name)                \
    __asm__(".weak " GLINT_CUDA_SYMBOL( \
        name) "\n"                      \
              ".set " GLINT_CUDA_SYMBOL(name) ", glint_fake_cuda_unsupported\n");
GLINT_CUDA_FUNCTIONS(GLINT_FAKE)

// Functions that share memory with OpenGL, which interop looks up.
#define GLINT_FAKE_SYMBOL(symbol) \
    __asm__(".weak " symbol       \
            "\n"                  \
            ".set " symbol ", glint_fake_cuda_unsupported\n");
GLINT_FAKE_SYMBOL("cuGraphicsGLRegisterBuffer")
GLINT_FAKE_SYMBOL("cuGraphicsGLRegisterImage")
GLINT_FAKE_SYMBOL("cuGraphicsUnregisterResource")
GLINT_FAKE_SYMBOL("cuGraphicsMapResources")
GLINT_FAKE_SYMBOL("cuGraphicsUnmapResources")
GLINT_FAKE_SYMBOL("cuGraphicsResourceGetMappedPointer_v2")
GLINT_FAKE_SYMBOL("cuGraphicsSubResourceGetMappedArray")
GLINT_FAKE_SYMBOL("cuGraphicsResourceGetMappedMipmappedArray")
