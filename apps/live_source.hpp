#pragma once

#include <string>

#include <glint/base/parameters.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/stream.hpp>

namespace glint::apps {

/// Reads the parameters of a source that was loaded anew; what the user set stays. Returns why
/// they cannot be read, else "": `parameters` then stays too, and does not fit the new kernels.
std::string reread(const Program& program, ParameterSet& parameters);

/// Waits for `stream` where its memory is about to go. A failed kernel was told of before.
void finish(Stream& stream) noexcept;

}  // namespace glint::apps
