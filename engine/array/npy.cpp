// SPDX-License-Identifier: MIT
#include <glint/array/npy.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/zip.hpp>

namespace glint {
namespace {

constexpr std::string_view kEnding = ".npy";

std::vector<std::string> array_names(const ZipReader& zip) {
    std::vector<std::string> names = zip.names();
    for (std::string& name : names)
        if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    return names;
}

}  // namespace

namespace detail {

void save_file(const std::filesystem::path& path, std::string_view content) {
    write_atomically(path, content);
}

InputFile entry_file(const std::filesystem::path& path, std::string_view name) {
    const InputFile archive("read arrays from", path);
    const ZipReader zip(archive);
    const std::vector<std::string> names = array_names(zip);
    if (std::ranges::find(names, name) == names.end())
        throw Error(
            ErrorCode::not_found, fmt::format("find array '{}' in '{}'", name, path.string()),
            fmt::format("the array was not found. The file contains {}", fmt::join(names, ", ")));
    const std::string whole = std::string(name) + std::string(kEnding);
    return InputFile::of_content(fmt::format("read array '{}' from '{}'", name, path.string()),
                                 zip.read(zip.has(whole) ? whole : name));
}

}  // namespace detail

std::vector<std::string> npz_names(const std::filesystem::path& path) {
    const InputFile archive("read arrays from", path);
    return array_names(ZipReader(archive));
}

void save_npz(const std::filesystem::path& path, std::initializer_list<NpzArray> arrays,
              const NpzOptions& options) {
    std::vector<ZipEntry> entries;
    std::set<std::string_view> names;
    for (const NpzArray& array : arrays) {
        if (!names.insert(array.name).second)
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("write arrays to '{}'", path.string()),
                        fmt::format("the name '{}' appears twice", array.name));
        entries.push_back({array.name + std::string(kEnding), array.file});
    }
    write_atomically(path, zip_archive(entries, options.compressed));
}

}  // namespace glint
