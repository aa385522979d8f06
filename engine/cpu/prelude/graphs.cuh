// SPDX-License-Identifier: MIT
#pragma once

// What kernels tell the graph that they are a part of. A condition's handle is where it is.

typedef unsigned long long cudaGraphConditionalHandle;

__glint_device void cudaGraphSetConditional(cudaGraphConditionalHandle condition,
                                            unsigned int value) {
    *reinterpret_cast<unsigned int*>(condition) = value;
}
