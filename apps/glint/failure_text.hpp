// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include <glint/base/error.hpp>

namespace glint::apps {

/// Why a command failed, for people: `what()` of glint's errors; for exceptions of the standard
/// library that say it in the words of a library, the path and the system's reason, or that memory
/// ran out.
std::string failure_text(const std::exception& error);

/// Returns the error with the user's path `is` in place of `was`, a temporary path.
Error with_path(const Error& error, const std::filesystem::path& was,
                const std::filesystem::path& is);

}  // namespace glint::apps
