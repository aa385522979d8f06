// SPDX-License-Identifier: MIT
#include <apps/glint/output_files.hpp>

#include <system_error>

#include <fmt/format.h>

#include <apps/glint/run_spec.hpp>
#include <glint/app/options.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/formats/volume_file.hpp>
#include <glint/studio/keep/run_folder.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

bool is_of_record(const fs::path& file) {
    using Kind = studio::RunFile::Kind;
    const std::string name = file.filename().string();
    const auto found = studio::RunFileNames().find(name);
    return name == "sweep.json" || (found && found->kind != Kind::monitors);
}

std::vector<NamedFile> outputs_of(const RunSpec& spec) {
    std::vector<NamedFile> outputs;
    for (const auto& [flag, file] :
         {std::pair{"--monitors", &spec.run.monitors}, std::pair{"--picture", &spec.run.picture},
          std::pair{"--result", &spec.run.result}})
        if (*file) outputs.push_back({flag, **file});
    if (spec.run.record) outputs.push_back({"--record", spec.run.record->file});
    return outputs;
}

/// Returns the files that the run reads.
std::vector<NamedFile> files_read_by(const RunSpec& spec) {
    std::vector<NamedFile> read;
    for (const std::string& input : spec.inputs) {
        const fs::path file = path_in(input);
        read.push_back({"an input", file});
        for (const fs::path& part : files_of(file)) read.push_back({"an input", part});
    }
    if (!spec.run.keep.from_file.empty())
        read.push_back({"the checkpoint", spec.run.keep.from_file});
    // A value that is not a file is the name of a simulation or preset.
    std::error_code absent;
    for (const auto& [name, file] :
         {std::pair{"a simulation", spec.simulation}, std::pair{"a simulation", spec.comparison},
          std::pair{"the preset", spec.preset}})
        if (fs::is_regular_file(file, absent)) read.push_back({name, file});
    return read;
}

}  // namespace

std::vector<fs::path> files_of(const fs::path& file) try {
    std::error_code absent;
    if (fs::is_directory(file, absent)) return images_in(file);
    if (!is_volume_header(file)) return {file};
    const fs::path data = read_volume_header(file).data;
    return data == file ? std::vector{file} : std::vector{file, data};
} catch (const Error&) {  // a later attempt to read the file reports the error
    return {file};
}

void require_free_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> read) {
    for (const NamedFile& output : outputs) {
        if (is_of_record(output.path))
            throw app::WrongOption(output.name,
                                   fmt::format("'{}' is reserved for glint's own records of runs "
                                               "and sweeps. Choose another file",
                                               output.path.string()));
        for (const NamedFile& one : read)
            if (is_same_file(output.path, one.path))
                throw app::WrongOption(
                    output.name,
                    fmt::format("'{}' is also {}, which would be overwritten. Choose another file",
                                output.path.string(), one.name));
    }
}

void require_free_outputs(const RunSpec& spec) {
    require_free_outputs(outputs_of(spec), files_read_by(spec));
}

void require_own_names(const RunSpec& spec, const studio::Declaration& declaration) {
    if (!spec.run.keep.folder) return;
    const fs::path& folder = spec.options.out;
    studio::RunFileNames names(declaration);
    names.add_texts_in(folder);
    const auto is_own = [&](const fs::path& file) {
        return !file.empty() && names.find(file.filename().string()) &&
               is_same_file(absolute_path(file).parent_path(), folder);
    };
    for (const NamedFile& output : outputs_of(spec))
        if (is_own(output.path) && output.path.filename() != studio::kMonitorsFile)
            throw app::WrongOption(
                output.name,
                fmt::format(
                    "'{}' is reserved for the run's own files in --out. Choose another file",
                    output.path.string()));
    if (spec.run.keep.from || !studio::find_record(folder)) return;
    for (const std::string& input : spec.inputs)
        if (const fs::path file = path_in(input); is_own(file))
            throw app::WrongOption("--input",
                                   fmt::format("'{}' belongs to the run in '{}', which this run "
                                               "would overwrite. Choose another folder with --out",
                                               file.string(), folder.string()));
}

}  // namespace glint::apps
