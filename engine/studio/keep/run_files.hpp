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
inline constexpr const char* kTextFile = "code.cu";  ///< the text with which the run began
inline constexpr const char* kMonitorsFile = "monitors.csv";

/// "checkpoint-000600.npz"
std::string checkpoint_name(std::uint64_t step);
/// The checkpoints in a folder, by their steps.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);
/// The step in the name of a checkpoint; nothing for other names.
std::optional<std::uint64_t> checkpoint_step(const std::string& name);

/// What a file in the folder of a run is, by its name alone.
struct RunFile {
    enum class Kind {
        record,      ///< run.json, events.jsonl and code.cu
        monitors,    ///< monitors.csv
        text,        ///< another version of the text, code-0001.cu
        checkpoint,  ///< `number` is the step
        image,       ///< TITLE-000060.png; `number` is the frame
        fields,      ///< level-000600.npy, Pond-000600.vti; `number` is the step
        series       ///< Pond.pvd, which lists files of fields
    };
    Kind kind = Kind::record;
    std::uint64_t number = 0;
};

/// Recognizes the files that runs of one simulation write into their folder. All but those of the
/// record itself begin with the simulation's title or with the name of a field, function or
/// structure that it declares.
class RunFileNames {
public:
    RunFileNames() = default;
    explicit RunFileNames(const Declaration& declaration) { add(declaration); }

    void add(const Declaration& declaration);
    /// Adds what the texts in the folder of a run declare, as far as they can be read.
    void add_texts_in(const std::filesystem::path& folder);

    /// Nothing for a file that is none of the simulation's.
    std::optional<RunFile> find(std::string_view name) const;

private:
    std::set<std::string, std::less<>> images_, fields_;
};

/// The first entry of `folder`, in alphabetical order, that glint did not write: neither `is_ours`
/// accepts its name, nor `is_written` that of the file for which it is temporary, nor stdout or
/// stderr of this process go there. Nothing for a folder without such an entry and for one that
/// does not exist.
std::optional<std::filesystem::path> foreign_entry(
    const std::filesystem::path& folder, const std::function<bool(const std::string&)>& is_ours,
    const std::function<bool(const std::string&)>& is_written);

}  // namespace glint::studio
