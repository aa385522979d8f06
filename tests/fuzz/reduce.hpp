// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "ast.hpp"

namespace glint::fuzz {

/// Number of statements in the kernel and in the functions that it calls.
int count_statements(const Kernel& kernel);

/// Returns a smaller kernel for which `still_wrong` is true, as it must be for `kernel`. Removes
/// statements, replaces loops and branches with their bodies and expressions with their parts, and
/// reduces the number of blocks. Calls `still_wrong` only with kernels that are legal according to
/// the reference.
Kernel reduce(const Kernel& kernel, const std::function<bool(const Kernel&)>& still_wrong);

}  // namespace glint::fuzz
