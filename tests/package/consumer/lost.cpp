// SPDX-License-Identifier: MIT
// A program whose glint was moved after the build. The errors must say so, and what to do.
#include <cstdio>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/package.hpp>
#include <glint/driver/device.hpp>

glint::Package glint::package() noexcept { return {"/gone/share/glint", "/gone/lib"}; }

int main() {
    int errors = 0;
    const auto expect_error = [&](auto action) {
        try {
            action();
        } catch (const glint::Error& error) {
            std::printf("%s\n", error.what());
            ++errors;
        }
    };
    expect_error([] { (void)glint::resource("kernels/glint/random.cuh"); });
    expect_error([] { (void)glint::Device::open("cpu"); });
    return errors == 2 ? 0 : 1;
}
