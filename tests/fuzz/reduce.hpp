// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "ast.hpp"

namespace glint::fuzz {

/// Statements of the kernel and of the functions that it reaches.
int count_statements(const Kernel& kernel);

/// A smaller kernel of which `still_wrong` is true, as it is of `kernel`: with statements left
/// out, loops and branches replaced by their bodies, expressions by parts of themselves, and fewer
/// blocks. `still_wrong` is asked only about kernels that the reference finds legal.
Kernel reduce(const Kernel& kernel, const std::function<bool(const Kernel&)>& still_wrong);

}  // namespace glint::fuzz
