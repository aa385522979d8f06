#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/driver/module_options.hpp>

namespace glint::compiler {

/// "13.0 (/usr/local/cuda/lib64/libnvJitLink.so.13)", or "" where nvJitLink is missing.
std::string nvjitlink_version();

/// What nvJitLink made of its inputs.
struct JitLinked {
    std::vector<std::byte> image;
    std::string log;  ///< what it said, of errors and else
};

/// Links `parts` with the options that nvJitLink documents, to PTX if `-ptx` is among them, else to
/// a cubin. Throws Error(compile) with its words if they do not link, Error(unsupported), saying
/// what to install, where nvJitLink is missing.
JitLinked nvjitlink(std::span<const driver::LinkPart> parts,
                    const std::vector<std::string>& options);

}  // namespace glint::compiler
