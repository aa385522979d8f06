// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/backend/module_options.hpp>

namespace glint::compiler {

/// "13.0 (/usr/local/cuda/lib64/libnvJitLink.so.13)", or "" where nvJitLink is missing.
std::string nvjitlink_version();

/// Links `parts` with the options that nvJitLink documents, to PTX if `-ptx` is among them, else to
/// a cubin. `log` receives what it said, also when it then throws Error(compile) with its words,
/// because they do not link. Throws Error(unsupported), saying what to install, where nvJitLink is
/// missing.
std::vector<std::byte> nvjitlink(std::span<const driver::LinkPart> parts,
                                 const std::vector<std::string>& options, std::string* log);

}  // namespace glint::compiler
