// SPDX-License-Identifier: MIT
#include <apps/glint/run_files.hpp>

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include <apps/glint/output_files.hpp>
#include <apps/glint/run_spec.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/studio/keep/included_hashes.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::apps {

namespace fs = std::filesystem;

std::vector<RunFile> files_of_run(const RunSpec& spec, const fs::path& file,
                                  const std::string& text) {
    std::vector<RunFile> files;
    const auto add = [&](const std::string& what, const std::string& name, const fs::path& path) {
        std::string label = fmt::format("the {} of {}", what, console::printable(name));
        if (std::ranges::find(files, label, &RunFile::name) == files.end())
            files.push_back({std::move(label), path, file_hash(path)});
    };
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    for (const fs::path& path : studio::included_files(file, text))
        add("text", path.lexically_relative(folder).string(), path);
    for (const std::string& input : spec.inputs)
        for (const fs::path& path : files_of(path_in(input))) add("content", path.string(), path);
    if (!spec.preset.empty()) {
        const fs::path preset = studio::find_preset(file, spec.preset);
        add("content", preset.string(), preset);
    }
    return files;
}

std::string file_hash(const fs::path& path) {
    constexpr std::size_t kPiece = std::size_t{1} << 22u;
    std::ifstream file(path, std::ios::binary);
    std::string piece(kPiece, '\0'), hashes;
    while (file) {
        file.read(piece.data(), static_cast<std::streamsize>(kPiece));
        const auto length = static_cast<std::size_t>(file.gcount());
        hashes += content_hash(std::string_view(piece).substr(0, length));
    }
    if (!file.eof())
        throw Error(ErrorCode::io, fmt::format("read '{}'", path.string()),
                    "the file cannot be opened or read");
    return content_hash(hashes);
}

std::string hash_of_run(const std::string& text, const std::vector<RunFile>& files) {
    std::string hashes = content_hash(text);
    if (files.empty()) return hashes;
    for (const RunFile& each : files) hashes += '\n' + each.name + ' ' + each.hash;
    return content_hash(hashes);
}

}  // namespace glint::apps
