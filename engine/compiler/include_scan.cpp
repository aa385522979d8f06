#include <glint/compiler/include_scan.hpp>

#include <algorithm>
#include <optional>
#include <set>

#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

// What follows `#include`, or nothing if the line is no include.
std::optional<std::string_view> include_operand(std::string_view line) {
    line = text::trim(line);
    if (!line.starts_with('#')) return std::nullopt;
    line = text::trim(line.substr(1));
    if (!line.starts_with("include")) return std::nullopt;
    return text::trim(line.substr(std::string_view("include").size()));
}

using Texts = std::span<const std::pair<std::string, std::string>>;

class Scanner {
public:
    Scanner(std::span<const std::string> folders, Texts headers)
        : folders_(folders), headers_(headers) {}

    void scan(std::string_view content, const fs::path& folder) {
        for (const std::string_view line : text::split(content, '\n'))
            if (const auto operand = include_operand(line)) include(*operand, folder);
    }

    IncludeScan result;

private:
    void include(std::string_view operand, const fs::path& folder) {
        if (operand.empty()) return;
        const bool quoted = operand.front() == '"';
        if (!quoted && operand.front() != '<') {
            result.complete = false;
            return;
        }
        const std::size_t end = operand.find(quoted ? '"' : '>', 1);
        if (end == std::string_view::npos) return;
        const std::string_view name = operand.substr(1, end - 1);
        const auto given = std::ranges::find_if(
            headers_, [&](const auto& header) { return header.first == name; });
        if (given == headers_.end())
            add(name, folder, quoted);
        else if (seen_.insert(given->first).second)
            scan(given->second, {});
    }

    void add(std::string_view name, const fs::path& folder, bool quoted) {
        const auto path = find(name, folder, quoted);
        if (!path && quoted) result.missing.push_back(folder / name);
        if (!path || !seen_.insert(path->string()).second) return;
        const std::size_t index = result.files.size();
        result.files.push_back({*path, read_text(*path)});
        const std::string content = result.files[index].text;  // scan() may move the vector
        scan(content, path->parent_path());
    }

    // Compilers pass over folders, too. They would wait for a pipe, which `read_text` refuses.
    static bool is_found(const fs::path& path) {
        std::error_code ignored;
        const fs::file_status found = fs::status(path, ignored);
        return fs::exists(found) && !fs::is_directory(found);
    }

    std::optional<fs::path> find(std::string_view name, const fs::path& folder, bool quoted) const {
        if (quoted && is_found(folder / name)) return fs::weakly_canonical(folder / name);
        for (const std::string& candidate : folders_)
            if (is_found(fs::path(candidate) / name))
                return fs::weakly_canonical(fs::path(candidate) / name);
        return std::nullopt;
    }

    std::span<const std::string> folders_;
    Texts headers_;
    std::set<std::string> seen_;
};

}  // namespace

IncludeScan scan_includes(std::string_view text, const fs::path& folder,
                          std::span<const std::string> folders, Texts headers) {
    Scanner scanner(folders, headers);
    scanner.scan(text, folder);
    return std::move(scanner.result);
}

}  // namespace glint::compiler
