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

/// What a bundle has besides the run's own files.
struct BundleParts {
    std::filesystem::path file;  ///< the simulation's
    /// In the order of the command. The data of a volume's header and the images of a folder come
    /// along.
    std::vector<std::filesystem::path> inputs;
    std::filesystem::path preset{};  ///< may be empty
    std::string environment;         ///< a text about the machine
};

/// Puts a run that was kept into one sealed `.zip`: run.json, events.jsonl, the texts that were
/// used and the headers that these include, glint's own among them, and the parts. Throws
/// Error(not_found) for what is gone, Error(bad_input) for a header beside neither the file nor
/// glint's, and Error(io).
void write_bundle(const std::filesystem::path& bundle, const std::filesystem::path& run,
                  const BundleParts& parts);

/// The files in a bundle whose seal was looked at, by their names, which lead nowhere out of a
/// folder. Messages call the bundle `name`. Throws Error(bad_input).
std::map<std::string, std::string> parse_bundle(const InputFile& file,
                                                const std::filesystem::path& name);

/// A bundle, unpacked for as long as this lives.
class OpenBundle {
public:
    /// Throws Error(bad_input) for a file that is none, or was cut off or changed, and Error(io).
    explicit OpenBundle(const std::filesystem::path& bundle);

    const std::filesystem::path& folder() const noexcept { return folder_.path(); }
    /// Where the simulation's file of this name is now, and the input of this index.
    std::filesystem::path file(const std::filesystem::path& name) const;
    std::filesystem::path input(std::size_t index, const std::filesystem::path& name) const;
    std::filesystem::path preset() const { return folder() / "preset.toml"; }

private:
    ScratchFolder folder_;
};

}  // namespace glint::studio
