// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glint::driver {

/// Returns the kernels in `ptx` whose blocks wait for the whole grid (`this_grid().sync()`, or
/// `barrier_arrive()` and `barrier_wait()`), in the kernel or in functions that it may call. Only a
/// cooperative launch provides the grid's barrier. This function recognizes code that reads the
/// address of the barrier and traps if the address is null.
///
/// Returns no kernels for debug builds. In a debug build, kernels that check `is_valid()` before
/// they wait look like kernels that do not check. A kernel with this check may also be launched
/// non-cooperatively. In other builds, the result includes a kernel with this check only if the
/// kernel traps for another reason.
std::vector<std::string> cooperative_kernels_in_ptx(std::string_view ptx);

/// Calls `reason` with the body of each kernel in `ptx` and of each function that the kernel may
/// call. Maps the symbol of the kernel to the first nonempty text that `reason` returns.
std::map<std::string, std::string> kernels_with(
    std::string_view ptx, const std::function<std::string(std::string_view body)>& reason);

}  // namespace glint::driver
