// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/run_program.hpp>

namespace glint::studio {

/// Parts of a bundle other than the run's own files.
struct BundleParts {
    std::filesystem::path file;  ///< the simulation's source file
    /// Input files in the order of the command line, including the data file of a volume header and
    /// the images of a folder.
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path preset{};  ///< may be empty
    std::string environment;         ///< a description of the machine
};

/// Packs a recorded run into one sealed `.zip`: run.json, events.jsonl, all source versions that
/// the run used, the headers that they include (also glint's own), and the parts. Throws
/// Error(not_found) for missing files, Error(bad_input) for a header that is neither next to the
/// file nor one of glint's, and Error(io).
void write_bundle(const std::filesystem::path& bundle, const std::filesystem::path& run,
                  const BundleParts& parts);

/// Returns the files in a bundle by name. The seal must have been verified. Rejects names that lead
/// out of the target folder. Messages call the bundle `name`. Throws Error(bad_input).
std::map<std::string, std::string> parse_bundle(const InputFile& file,
                                                const std::filesystem::path& name);

/// A bundle that stays unpacked while this object lives.
class OpenBundle {
public:
    /// Throws Error(bad_input) if the file is not a bundle, is truncated, or was modified, and
    /// Error(io).
    explicit OpenBundle(const std::filesystem::path& bundle);

    const std::filesystem::path& folder() const noexcept { return folder_.path(); }
    /// Path of the unpacked simulation file with this name, and of the input with this index.
    std::filesystem::path file(const std::filesystem::path& name) const;
    std::filesystem::path input(std::size_t index, const std::filesystem::path& name) const;
    std::filesystem::path preset() const { return folder() / "preset.toml"; }

private:
    ScratchFolder folder_;
};

}  // namespace glint::studio
