// SPDX-License-Identifier: MIT
#pragma once

// Functions with which a kernel controls its graph. A condition's handle is its value's address.

typedef unsigned long long cudaGraphConditionalHandle;

__glint_device void cudaGraphSetConditional(cudaGraphConditionalHandle condition,
                                            unsigned int value) {
    *reinterpret_cast<unsigned int*>(condition) = value;
}
