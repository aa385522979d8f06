// SPDX-License-Identifier: MIT
#include <glint/studio/keep/detail/run_files.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/app/detail/image_files.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/left_overs.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/files/file_format.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// Returns the number in a name such as PREFIX000600SUFFIX. Returns nullopt for other names. The
/// number must be written as glint writes it: padded with zeros to `digits` digits.
std::optional<std::uint64_t> numbered(std::string_view name, std::string_view prefix,
                                      std::string_view suffix, unsigned digits) {
    if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) ||
        !name.ends_with(suffix))
        return std::nullopt;
    const std::string_view text =
        name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
    const auto number = text::parse_unsigned(text);
    if (!number || text != fmt::format("{:0{}}", *number, digits)) return std::nullopt;
    return number;
}

/// The parts of a file name such as STEM-000600.EXTENSION.
struct NumberedName {
    std::string_view stem, extension;
    std::uint64_t number;
};

std::optional<NumberedName> numbered_parts(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    if (dot == name.npos) return std::nullopt;
    const std::size_t dash = name.substr(0, dot).rfind('-');
    if (dash == name.npos) return std::nullopt;
    const auto number = numbered(name.substr(0, dot), name.substr(0, dash + 1), "", 6);
    if (!number) return std::nullopt;
    return NumberedName{name.substr(0, dash), name.substr(dot + 1), *number};
}

/// Replaces each "::" in the name of a function with '.', as in the names of files.
std::string without_colons(std::string name) {
    for (std::size_t at = name.find("::"); at != name.npos; at = name.find("::"))
        name.replace(at, 2, ".");
    return name;
}

/// Returns true if stdout or stderr of this process is redirected to this file.
bool has_own_output(const fs::path& file) {
    struct ::stat there{}, own{};
    if (::stat(file.c_str(), &there) != 0) return false;
    return std::ranges::any_of(std::array{STDOUT_FILENO, STDERR_FILENO}, [&](int descriptor) {
        return ::fstat(descriptor, &own) == 0 && own.st_dev == there.st_dev &&
               own.st_ino == there.st_ino;
    });
}

}  // namespace

std::string checkpoint_name(std::uint64_t step) {
    return fmt::format("checkpoint-{:06}.npz", step);
}

std::optional<std::uint64_t> checkpoint_step(const std::string& name) {
    return numbered(name, "checkpoint-", ".npz", 6);
}

std::vector<fs::path> checkpoints_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (checkpoint_step(entry.path().filename().string())) found.push_back(entry.path());
    std::ranges::sort(
        found, {}, [](const fs::path& file) { return *checkpoint_step(file.filename().string()); });
    return found;
}

void RunFileNames::add(const Declaration& declaration) {
    app::AppOptions options;
    if (!declaration.title.empty()) options.title = declaration.title;
    images_.insert(app::ImageFiles(options).stem());
    for (const Structure& structure : declaration.structures) {
        fields_.insert(structure.name);
        for (const Field& field : structure.fields)
            fields_.insert({field.name, structure.name + '.' + field.name});
    }
    for (const Derived& derived : declaration.derived) {
        const std::string name = without_colons(derived.function);
        fields_.insert({name, declaration.structures[derived.over].name + '.' + name});
    }
}

void RunFileNames::add_texts_in(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name != kTextFile && !numbered(name, "code-", ".cu", 4)) continue;
        try {
            add(read_annotations(name, read_text(entry.path())).declaration);
        } catch (const Error&) {  // a damaged version adds no names
        }
    }
}

std::optional<RunFile> RunFileNames::find(std::string_view name) const {
    using Kind = RunFile::Kind;
    if (name == kRecordFile || name == kLogFile || name == kTextFile) return RunFile{Kind::record};
    if (name == kMonitorsFile) return RunFile{Kind::monitors};
    if (const auto number = numbered(name, "code-", ".cu", 4)) return RunFile{Kind::text, *number};
    if (const auto step = checkpoint_step(std::string(name)))
        return RunFile{Kind::checkpoint, *step};
    if (name.ends_with(".pvd") && fields_.contains(name.substr(0, name.size() - 4)))
        return RunFile{Kind::series};
    const auto parts = numbered_parts(name);
    if (!parts) return std::nullopt;
    if (parts->extension == "png" && images_.contains(parts->stem))
        return RunFile{Kind::image, parts->number};
    if (find_file_format(parts->extension) && fields_.contains(parts->stem))
        return RunFile{Kind::fields, parts->number};
    return std::nullopt;
}

std::optional<fs::path> foreign_entry(const fs::path& folder,
                                      const std::function<bool(const std::string&)>& is_ours,
                                      const std::function<bool(const std::string&)>& is_written) {
    std::optional<fs::path> first;
    std::error_code absent;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, absent)) {
        const std::string name = entry.path().filename().string();
        const auto target = target_of_temporary(name);
        const bool is_known =
            fs::is_regular_file(entry.symlink_status(absent)) &&
            ((target ? is_written(*target) : is_ours(name)) || has_own_output(entry.path()));
        if (!is_known && (!first || entry.path() < *first)) first = entry.path();
    }
    return first;
}

}  // namespace glint::studio
