// SPDX-License-Identifier: MIT
#include <glint/studio/window/presets.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".toml";

/// Copies values from `from` to `to` by name. Skips values that `to` does not accept.
void copy_values(std::span<const ParameterSet> from, std::span<ParameterSet> to) {
    for (const ParameterSet& source : from)
        for (ParameterSet& target : to) {
            if (source.struct_name() != target.struct_name()) continue;
            for (const Parameter& parameter : source.list()) try {
                    target.set_text(parameter, source.text(parameter));
                } catch (const Error&) {  // another version of the file may reject the value
                }
        }
}

}  // namespace

Presets::Presets(const fs::path& simulation_file)
    : folder_(fs::path(simulation_file).replace_extension(".presets")) {}

std::vector<std::string> Presets::names() const {
    std::vector<std::string> names;
    std::error_code none;  // if the folder does not exist, the list is empty
    for (const auto& entry : fs::directory_iterator(folder_, none))
        if (entry.path().extension() == kExtension) names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

fs::path Presets::file_of(std::string_view name) const {
    if (name.empty() || name.front() == '.' || name.find('/') != name.npos ||
        name.find('\0') != name.npos)
        throw Error(ErrorCode::invalid_argument, fmt::format("name a preset '{}'", name),
                    "a name can contain only letters, digits, spaces, '-' and '_'");
    return folder_ / (std::string(name) + std::string(kExtension));
}

void Presets::save(std::string_view name, std::string_view title,
                   std::span<const ParameterSet> parameters) const {
    write_atomically(file_of(name), preset_text(title, parameters));
}

void Presets::remove(std::string_view name) const {
    std::error_code failure;
    fs::remove(file_of(name), failure);
    if (failure)
        throw Error(ErrorCode::io, fmt::format("remove '{}'", file_of(name).string()),
                    failure.message());
    fs::remove(folder_, failure);  // fails unless the folder is empty
}

fs::path find_preset(const fs::path& simulation_file, std::string_view text) {
    const fs::path given(text);
    std::error_code ignored;
    if (given.extension() == kExtension || given.has_parent_path() || fs::exists(given, ignored))
        return given;
    return Presets(simulation_file).file_of(text);
}

std::vector<ComparedParameter> compare(const Preset& preset,
                                       std::span<const ParameterSet> parameters) {
    std::vector<ComparedParameter> rows;
    for (const ParameterSet& set : parameters)
        for (const Parameter& parameter : set.list()) {
            if (!parameter.annotation) continue;
            ComparedParameter row{parameter.annotation->label, set.text(parameter)};
            for (const Preset::Value& value : preset.values) {
                const bool is_meant =
                    value.name == parameter.name &&
                    (value.structure.empty() || value.structure == set.struct_name());
                if (!is_meant) continue;
                ParameterSet trial = set;  // rounds the value to the precision of the parameter
                try {
                    trial.set_text(parameter, value.text);
                    row.preset = trial.text(parameter);
                } catch (const Error&) {
                    row.preset = value.text;
                }
            }
            rows.push_back(std::move(row));
        }
    return rows;
}

Flip::Flip(const Preset& preset, std::span<const ParameterSet> parameters)
    : other_(parameters.begin(), parameters.end()) {
    (void)apply_preset(preset, other_);
}

void Flip::flip(std::span<ParameterSet> parameters) {
    const std::vector<ParameterSet> now(parameters.begin(), parameters.end());
    copy_values(other_, parameters);
    other_ = now;
    is_b_ = !is_b_;
}

}  // namespace glint::studio
