#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// The annotated file that `name` means: a path, or a name of the gallery. Nothing if neither.
std::optional<std::filesystem::path> find_file(std::string_view name);

/// The gallery's files, by name, but for those whose names the catalog has.
std::vector<std::filesystem::path> gallery();

/// Runs the simulation that `file` declares.
int run_file(RunRequest request, const std::filesystem::path& file);
/// Prints its parameters, as --help does.
int show_parameters_of(const std::filesystem::path& file);

}  // namespace glint::apps
