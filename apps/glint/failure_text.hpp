#pragma once

#include <exception>
#include <string>

namespace glint::apps {

/// Why a command failed, for people: `what()` of glint's errors; for exceptions of the standard
/// library that say it in the words of a library, the path and the system's reason, or that memory
/// ran out.
std::string failure_text(const std::exception& error);

}  // namespace glint::apps
