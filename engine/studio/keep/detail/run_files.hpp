// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace glint::studio {

struct Declaration;

/// Names of files in the folder of a run.
inline constexpr const char* kRecordFile = "run.json";
inline constexpr const char* kLogFile = "events.jsonl";
inline constexpr const char* kTextFile = "code.cu";  ///< the simulation's text when the run began
inline constexpr const char* kMonitorsFile = "monitors.csv";

/// Returns the name of a checkpoint file, such as "checkpoint-000600.npz".
std::string checkpoint_name(std::uint64_t step);
/// Returns the checkpoints in a folder, ordered by step.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);
/// Returns the step in the name of a checkpoint file, or nullopt for other names.
std::optional<std::uint64_t> checkpoint_step(const std::string& name);

/// The kind of a file in a run's folder. Only the name of the file determines the kind.
struct RunFile {
    enum class Kind {
        record,      ///< run.json, events.jsonl and code.cu
        monitors,    ///< monitors.csv
        text,        ///< code-0001.cu, another version of the simulation's file
        checkpoint,  ///< `number` is the step
        image,       ///< TITLE-000060.png; `number` is the frame
        fields,      ///< level-000600.npy, Pond-000600.vti; `number` is the step
        series       ///< Pond.pvd, which lists field files
    };
    Kind kind = Kind::record;
    std::uint64_t number = 0;
};

/// Recognizes the files that runs of one simulation write into their folder. The name of an image
/// begins with the simulation's title. The name of a file with fields begins with the name of a
/// field, function, or structure that the simulation declares.
class RunFileNames {
public:
    RunFileNames() = default;
    explicit RunFileNames(const Declaration& declaration) { add(declaration); }

    void add(const Declaration& declaration);
    /// Reads every version of the simulation's file in a run's folder, and adds the names that it
    /// declares. Skips versions that cannot be read.
    void add_texts_in(const std::filesystem::path& folder);

    /// Returns the kind and the number of the file with this name, or nullopt if runs of the
    /// simulation do not write such a file.
    std::optional<RunFile> find(std::string_view name) const;

private:
    std::set<std::string, std::less<>> images_, fields_;
};

/// Returns the alphabetically first entry of `folder` that is not a file of glint. A file counts as
/// glint's if `is_ours` accepts its name, or if it is a temporary file for a name that `is_written`
/// accepts. A file to which stdout or stderr of this process is redirected also counts as glint's.
/// Returns nullopt if all entries are glint's, or if the folder does not exist.
std::optional<std::filesystem::path> foreign_entry(
    const std::filesystem::path& folder, const std::function<bool(const std::string&)>& is_ours,
    const std::function<bool(const std::string&)>& is_written);

}  // namespace glint::studio
