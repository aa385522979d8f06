// SPDX-License-Identifier: MIT
#include <glint/studio/keep/bundle.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/include_scan.hpp>
#include <glint/formats/volume_file.hpp>
#include <glint/formats/zip.hpp>
#include <glint/formats/zip_writer.hpp>
#include <glint/studio/keep/run_folder.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFilesFolder = "files", kInputsFolder = "inputs";

/// The contents of a bundle's files, by file name.
using Contents = std::map<std::string, std::string>;

/// Returns true for characters that are not allowed in the file names of a bundle, because
/// operating systems treat these characters differently.
bool is_special(char c) { return static_cast<unsigned char>(c) < 32 || c == 127 || c == '\\'; }

std::string plain_name(const fs::path& path) {
    std::string name = path.filename().string();
    std::ranges::replace_if(name, is_special, '_');
    return name;
}

std::string input_name(std::size_t index, const fs::path& name) {
    return fmt::format("{}-{}", index, plain_name(name));
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const std::string relative = path.lexically_relative(folder).string();
    return !relative.empty() && !relative.starts_with("..");
}

/// Returns the name under which `#include` finds the header: its path relative to `folder` or to
/// `kernels`. Throws Error(bad_input) for a header in another folder.
std::string header_name(const fs::path& header, const fs::path& folder, const fs::path& kernels) {
    for (const fs::path& root : {folder, kernels})
        if (is_below(header, root)) return header.lexically_relative(root).generic_string();
    throw Error(
        ErrorCode::bad_input, fmt::format("bundle '{}'", header.string()),
        fmt::format("the header is neither in '{}' nor one of glint's headers", folder.string()));
}

void add_headers(Contents& contents, const std::string& text, const fs::path& given_folder) {
    // The scan for includes resolves symbolic links in paths, so they are resolved here too.
    const fs::path folder = fs::weakly_canonical(given_folder);
    const fs::path kernels =
        fs::weakly_canonical(resource("kernels/glint/sim.cuh")).parent_path().parent_path();
    const std::vector<std::string> folders{folder.string(), kernels.string()};
    for (const auto& header : compiler::scan_includes(text, folder, folders).files) {
        const fs::path path = absolute_path(header.path).lexically_normal();
        const std::string name = header_name(path, folder, kernels);
        contents[fmt::format("{}/{}", kFilesFolder, name)] = read_text(path);
    }
}

[[noreturn]] void refuse_bundle(const fs::path& bundle, const std::string& reason) {
    throw Error(ErrorCode::bad_input, fmt::format("open bundle '{}'", bundle.string()), reason);
}

/// Returns true if every system accepts the name for a file or a folder, and the name cannot lead
/// out of a folder.
bool is_plain(std::string_view name) {
    constexpr std::size_t kMaxLetters = 255;
    return !name.empty() && name.size() <= kMaxLetters && name != "." && name != ".." &&
           std::ranges::none_of(name, is_special);
}

/// Refuses a bundle if it contains invalid names, or two names that unpacking would map to the same
/// path.
void require_plain_names(const fs::path& bundle, const std::vector<std::string>& names) {
    constexpr std::size_t kMaxFolders = 32;
    std::set<std::string, std::less<>> files, folders;
    for (const std::string& name : names) {
        const auto parts = text::split(name, '/');
        if (!std::ranges::all_of(parts, is_plain) || parts.size() > kMaxFolders)
            refuse_bundle(bundle, fmt::format("{:?} is not a valid file name", name));
        if (!files.insert(name).second)
            refuse_bundle(bundle, fmt::format("the bundle contains the file '{}' twice", name));
        for (std::size_t at = name.find('/'); at != name.npos; at = name.find('/', at + 1))
            folders.insert(name.substr(0, at));
    }
    for (const std::string& folder : folders)
        if (files.contains(folder))
            refuse_bundle(bundle, fmt::format("'{}' is both a file and a folder", folder));
}

/// Returns the text of a volume header in which `name` replaces the name of the data file.
std::string with_data_file(std::string_view header, const std::string& name) {
    std::string text;
    for (const std::string_view line : text::split(header, '\n')) {
        const std::size_t mark = line.find_first_of(":=");
        const std::string key = text::lower_case(text::trim(line.substr(0, mark)));
        const bool is_found = mark != line.npos &&
                              (key == "data file" || key == "datafile" || key == "elementdatafile");
        if (!text.empty()) text += '\n';
        text += is_found ? fmt::format("{} {}", line.substr(0, mark + 1), name) : std::string(line);
    }
    return text;
}

/// Adds an input file, the images of a folder, or a volume header with its data file.
void add_input(Contents& contents, std::size_t index, const fs::path& file) {
    const std::string name = fmt::format("{}/{}", kInputsFolder, input_name(index, file));
    std::error_code absent;
    if (fs::is_directory(file, absent)) {
        std::size_t number = 0;  // numbered names preserve the images' order; their own might not
        for (const fs::path& image : images_in(file))
            contents[fmt::format("{}/{:06}.png", name, ++number)] = read_text(image);
        return;
    }
    contents[name] = read_text(file);
    if (!is_volume_header(file)) return;
    const fs::path data = read_volume_header(file).data;
    if (data == file) return;
    const std::string data_name = fmt::format("{}-data", index);
    contents[fmt::format("{}/{}", kInputsFolder, data_name)] = read_text(data);
    contents[name] = with_data_file(contents[name], data_name);
}

bool is_text_of_run(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.starts_with("code") && name.ends_with(".cu");
}

}  // namespace

void write_bundle(const fs::path& bundle, const fs::path& run, const BundleParts& parts) {
    Contents contents{{"environment.txt", parts.environment}};
    const fs::path folder = absolute_path(parts.file).lexically_normal().parent_path();
    for (const char* name : {kRecordFile, kLogFile}) contents[name] = read_text(run / name);
    for (const fs::directory_entry& entry : fs::directory_iterator(run)) {
        if (!is_text_of_run(entry.path())) continue;
        const std::string text = read_text(entry.path());
        contents[entry.path().filename().string()] = text;
        add_headers(contents, text, folder);
    }
    contents[fmt::format("{}/{}", kFilesFolder, plain_name(parts.file))] =
        read_text(run / kTextFile);
    for (std::size_t i = 0; i < parts.inputs.size(); ++i) add_input(contents, i, parts.inputs[i]);
    if (!parts.preset.empty()) contents["preset.toml"] = read_text(parts.preset);
    PendingFile pending(bundle);
    ZipWriter archive(pending);
    for (const auto& [name, content] : contents) archive.add(name, content);
    archive.finish();
    pending.finish();
}

std::map<std::string, std::string> parse_bundle(const InputFile& file, const fs::path& bundle) {
    const ZipReader archive(file);
    require_plain_names(bundle, archive.names());
    std::map<std::string, std::string> contents;
    std::size_t left = file.content().size();  // limits the total size; entries are uncompressed
    for (const std::string& name : archive.names()) {
        std::string content = archive.read(name);
        if (content.size() > left)
            refuse_bundle(bundle, "the entries of the bundle are larger than the bundle itself");
        left -= content.size();
        contents.emplace(name, std::move(content));
    }
    return contents;
}

OpenBundle::OpenBundle(const fs::path& bundle) {
    const InputFile file("open bundle", bundle);
    if (!is_sealed(file.content()))
        refuse_bundle(bundle,
                      "the file is not a bundle, or it was truncated or modified. The hash at the "
                      "end of the file does not match the content");
    for (const auto& [name, content] : parse_bundle(file, bundle))
        replace_file(folder() / name, std::as_bytes(std::span(content)), {.durable = false});
}

fs::path OpenBundle::file(const fs::path& name) const {
    return folder() / kFilesFolder / plain_name(name);
}

fs::path OpenBundle::input(std::size_t index, const fs::path& name) const {
    return folder() / kInputsFolder / input_name(index, name);
}

}  // namespace glint::studio
