// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/run_program.hpp>
#include <glint/formats/input_file.hpp>

namespace glint::studio {

/// Files that a bundle contains in addition to the files of the run itself.
struct BundleParts {
    std::filesystem::path file;  ///< the simulation's source file
    /// Input files in the order of the command line. The bundle also gets the data file of a volume
    /// header, and the images of a folder.
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path preset{};  ///< preset file of the run; may be empty
    std::string environment;         ///< a description of the machine
};

/// Packs the recorded run in the folder `run` into `bundle`, a sealed `.zip` file. The bundle
/// contains run.json, events.jsonl, all versions of the source that the run used, the headers that
/// the source includes (also those of glint), and `parts`. Throws Error(not_found) for missing
/// files, and Error(bad_input) for a header that is neither next to the source nor one of glint's
/// headers. Also throws Error(io).
void write_bundle(const std::filesystem::path& bundle, const std::filesystem::path& run,
                  const BundleParts& parts);

/// Returns the contents of the files in a bundle, by file name. The caller must have verified the
/// seal. Throws Error(bad_input) for an invalid bundle, for example if the name of a file leads out
/// of the target folder. Error messages refer to the bundle as `name`.
std::map<std::string, std::string> parse_bundle(const InputFile& file,
                                                const std::filesystem::path& name);

/// A bundle that stays unpacked while this object lives.
class OpenBundle {
public:
    /// Unpacks the bundle. Throws Error(bad_input) if the file is not a bundle, is truncated, or
    /// was modified. Also throws Error(io).
    explicit OpenBundle(const std::filesystem::path& bundle);

    const std::filesystem::path& folder() const noexcept { return folder_.path(); }
    /// Return the paths of the unpacked simulation file, and of the unpacked input with this index.
    /// `name` is the name of the original file.
    std::filesystem::path file(const std::filesystem::path& name) const;
    std::filesystem::path input(std::size_t index, const std::filesystem::path& name) const;
    std::filesystem::path preset() const { return folder() / "preset.toml"; }

private:
    ScratchFolder folder_;
};

}  // namespace glint::studio
