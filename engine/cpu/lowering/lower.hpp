#pragma once

#include <string>
#include <vector>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/frontend/front_end.hpp>

namespace glint::cpu {

/// What is in a module once its kernels have entries.
struct LoweredModule {
    std::vector<KernelRecord> kernels;
    std::vector<GlobalRecord> globals;
};

/// Gives each kernel of `parsed` an entry that the runtime can start, and leaves nothing visible
/// in the module but the entries and the device variables. Changes `parsed.module`.
///
/// Throws CompileError, under `source_name`, for functions that are called and nowhere defined.
LoweredModule lower(ParsedSource& parsed, const std::string& source_name);

}  // namespace glint::cpu
