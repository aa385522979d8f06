// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace glint::test {

/// The kernel files in data/.
std::vector<std::string> kernel_files();

/// Template kernels of a file that tests launch, listed so that they are compiled together.
std::vector<std::string> instantiations(const std::string& file);

}  // namespace glint::test
