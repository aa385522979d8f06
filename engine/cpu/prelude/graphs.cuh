// SPDX-License-Identifier: MIT
#pragma once

// Functions with which a kernel controls its graph. The handle of a condition is its address.

typedef unsigned long long cudaGraphConditionalHandle;

__glint_device void cudaGraphSetConditional(cudaGraphConditionalHandle condition,
                                            unsigned int value) {
    *reinterpret_cast<unsigned int*>(condition) = value;
}
