// SPDX-License-Identifier: MIT
#pragma once

// Host versions of the structs that kernels use.
namespace glint::test {

/// x -> a * x + b
struct Affine {
    unsigned a, b;
    bool operator==(const Affine&) const = default;
};
inline Affine compose(Affine first, Affine then) {
    return {then.a * first.a, then.a * first.b + then.b};
}

}  // namespace glint::test
