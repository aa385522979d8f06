// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include <glint/base/error.hpp>

namespace glint::apps {

/// Why a command failed, for users: `what()` of glint's errors. Standard exceptions with technical
/// texts become the path and the system's reason, or "not enough host memory".
std::string failure_text(const std::exception& error);

/// Returns the error with the user's path `is` instead of the temporary path `was`.
Error with_path(const Error& error, const std::filesystem::path& was,
                const std::filesystem::path& is);

}  // namespace glint::apps
