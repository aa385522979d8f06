// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/include_scan.hpp>

#include <algorithm>
#include <optional>
#include <set>

#include <glint/base/absolute_path.hpp>
#include <glint/base/byte_order_mark.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

struct Operand {
    std::string_view whole;  // with the quotes or angle brackets
    bool is_name = false;    // false if the operand is a macro
    bool is_quoted = false;

    std::string_view name() const { return whole.substr(1, whole.size() - 2); }
};

// Returns the operand of `#include`, or nullopt if the line is not an include.
std::optional<Operand> include_operand(std::string_view line) {
    line = text::trim(line);
    if (!line.starts_with('#')) return std::nullopt;
    line = text::trim(line.substr(1));
    if (!line.starts_with("include")) return std::nullopt;
    line = text::trim(line.substr(std::string_view("include").size()));
    if (line.empty()) return std::nullopt;
    const bool is_quoted = line.front() == '"';
    if (!is_quoted && line.front() != '<') return Operand{line};
    const std::size_t end = line.find(is_quoted ? '"' : '>', 1);
    if (end == line.npos) return std::nullopt;
    return Operand{.whole = line.substr(0, end + 1), .is_name = true, .is_quoted = is_quoted};
}

using Texts = std::span<const std::pair<std::string, std::string>>;

class Scanner {
public:
    Scanner(std::span<const std::string> folders, Texts headers) : folders_(folders) {
        result.headers.assign(headers.begin(), headers.end());
    }

    /// Returns `content`, in which full paths replace the names of all includes that were found.
    std::string scan(std::string_view content, const fs::path& folder) {
        content = without_byte_order_mark(content);  // NVRTC does not support it
        std::string resolved;
        std::size_t copied = 0;
        for (const std::string_view line : text::split(content, '\n')) {
            const auto operand = include_operand(line);
            const std::string path = operand ? include(*operand, folder) : std::string();
            if (path.empty()) continue;
            const auto at = static_cast<std::size_t>(operand->whole.data() - content.data());
            resolved.append(content.substr(copied, at - copied)).append('"' + path + '"');
            copied = at + operand->whole.size();
        }
        return resolved.append(content.substr(copied));
    }

    IncludeScan result;

private:
    /// Returns the path of an included file. Returns "" if its text is among the headers, if the
    /// file was not found, or if the operand is a macro.
    std::string include(const Operand& operand, const fs::path& folder) {
        result.complete = result.complete && operand.is_name;
        if (!operand.is_name) return {};
        const auto given = std::ranges::find(result.headers, operand.name(),
                                             &std::pair<std::string, std::string>::first);
        if (given == result.headers.end()) return add(operand, folder);
        if (seen_.insert(given->first).second) given->second = scan(given->second, {});
        return {};
    }

    std::string add(const Operand& operand, const fs::path& folder) {
        const auto path = find(operand.name(), folder, operand.is_quoted);
        if (!path && operand.is_quoted) result.missing.push_back(folder / operand.name());
        if (!path) return {};
        if (seen_.insert(path->string()).second) {
            const std::size_t index = result.files.size();
            result.files.push_back({*path, {}});
            std::string content = scan(read_text(*path), path->parent_path());
            result.files[index].text = std::move(content);  // by index: scan() may have reallocated
        }
        // An include cannot name a path that contains a quote or a line break.
        const bool can_be_named = path->string().find_first_of("\"\n") == std::string::npos;
        result.complete = result.complete && can_be_named;
        return can_be_named ? path->string() : std::string();
    }

    // Resolves symbolic links in the path of the folder, but not a link to the file itself:
    // compilers search for its includes in the folder of the link.
    static fs::path whole(const fs::path& file) {
        return fs::weakly_canonical(absolute_path(file).parent_path()) / file.filename();
    }

    // Returns true if `path` exists and is not a folder. Compilers skip folders, too. Also returns
    // true for a pipe, but `read_text` rejects it later.
    static bool is_found(const fs::path& path) {
        std::error_code ignored;
        const fs::file_status found = fs::status(path, ignored);
        return fs::exists(found) && !fs::is_directory(found);
    }

    std::optional<fs::path> find(std::string_view name, const fs::path& folder, bool quoted) const {
        if (quoted && is_found(folder / name)) return whole(folder / name);
        for (const std::string& candidate : folders_)
            if (is_found(fs::path(candidate) / name)) return whole(fs::path(candidate) / name);
        return std::nullopt;
    }

    std::span<const std::string> folders_;
    std::set<std::string> seen_;
};

}  // namespace

IncludeScan scan_includes(std::string_view text, const fs::path& folder,
                          std::span<const std::string> folders, Texts headers) {
    Scanner scanner(folders, headers);
    scanner.result.text = scanner.scan(text, folder);
    return std::move(scanner.result);
}

}  // namespace glint::compiler
