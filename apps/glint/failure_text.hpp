// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <filesystem>
#include <string>

#include <glint/base/error.hpp>

namespace glint::apps {

/// Returns the reason of a failure, for users. For an error of std::filesystem, this is the path
/// and the system's reason. For a failed allocation, it is "not enough host memory". For all other
/// exceptions, it is `what()`.
std::string failure_text(const std::exception& error);

/// Returns the error with the user's path `is` in place of the temporary path `was`.
Error with_path(const Error& error, const std::filesystem::path& was,
                const std::filesystem::path& is);

}  // namespace glint::apps
