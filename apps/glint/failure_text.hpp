// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include <glint/base/error.hpp>

namespace glint::apps {

/// Returns why a command failed, for users: `what()` of glint's errors. Technical messages of
/// standard exceptions are replaced by the path and the system's reason, or by "not enough host
/// memory".
std::string failure_text(const std::exception& error);

/// Returns the error with the temporary path `was` replaced by the user's path `is`.
Error with_path(const Error& error, const std::filesystem::path& was,
                const std::filesystem::path& is);

}  // namespace glint::apps
