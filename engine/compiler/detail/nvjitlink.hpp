// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/backend/module_options.hpp>

namespace glint::compiler {

/// Returns nvJitLink's version and path, such as "13.0 (/usr/local/cuda/lib64/libnvJitLink.so.13)",
/// or "" if nvJitLink is missing.
std::string nvjitlink_version();

/// Links `parts`. nvJitLink's documentation lists the possible `options`. The result is PTX if the
/// options include `-ptx`, and otherwise a cubin. `log` receives the linker's output. If linking
/// fails, throws Error(compile) with that output. Throws Error(unsupported), saying what to
/// install, if nvJitLink is missing.
std::vector<std::byte> nvjitlink(std::span<const driver::LinkPart> parts,
                                 const std::vector<std::string>& options, std::string* log);

}  // namespace glint::compiler
