// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <apps/catalog.hpp>
#include <glint/app/options.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/host.hpp>

namespace glint::apps {

/// A run as its command line describes it. run.json stores a RunSpec as its arguments. Each case of
/// a sweep has a RunSpec. `resume` and `replay` start from the RunSpec of the recorded run.
struct RunSpec {
    std::string simulation;    ///< name in the catalog, or path of an annotated file
    app::AppOptions options;   ///< time step 0: the simulation's default; empty `out`: see run()
    studio::RunOptions run{};  ///< options that flags set; run_options() adds others

    std::vector<std::string> inputs{};  ///< "level=waves.npy", or only the file
    std::string preset{};               ///< a TOML file, or the name of a preset of the simulation
    std::vector<std::string> limits{};  ///< such as "Mass=0.9..1.1"
    std::optional<double> until{};      ///< end time of a headless run, in the unit of dt
    std::string comparison{};           ///< name or file to compare with; "": no comparison
    std::string save_as = "npy";
    bool has_fps = false, has_path_seconds = false;  ///< true if the flags were given
    bool error_bar = false;  ///< estimates errors of the monitors by a run on a coarser grid
    bool json = false;

    std::vector<std::string> arguments{};  ///< command-line arguments of this run
    /// Settings of a resumed run. They apply before those of `preset`.
    std::vector<std::pair<std::string, std::string>> first_settings{};
    std::filesystem::path file{};       ///< if not empty, replaces the simulation's file
    std::optional<std::string> text{};  ///< if set, replaces the text of the file
    /// True if the run was killed before it recorded its end. If all its frames are complete, the
    /// resumed run repeats the last frame to write the files that a run writes at its end.
    bool may_repeat_last_frame = false;
    bool is_named = false;  ///< true if the command names the output folder

    RunSpec() {
        options.time_step = 0;
        options.out.clear();
    }
};

/// A simulation's file, which is read and parsed only once per run, because the file may change
/// during a long run.
struct OpenedFile {
    Entry entry;
    std::string text;
    studio::Declaration declaration;  ///< if the text has mistakes, the parts that could be read
};

/// Finds and reads the run's file. Throws WrongOption if the name is unknown, and the errors of
/// read_text().
OpenedFile open_file(const RunSpec& spec);
/// Creates the simulation of this run, at step 0.
std::unique_ptr<studio::Simulation> make_simulation(const RunSpec& spec, const OpenedFile& file,
                                                    const Device& device);

/// Throws WrongOption if the declaration does not allow a probe, limit, view, save or input of the
/// run.
void check_run(const RunSpec& spec, const studio::Declaration& declaration);
/// Returns `spec.run`, completed with values that depend on the declaration and on other flags.
/// Throws WrongOption as check_run() does.
studio::RunOptions run_options(const RunSpec& spec, const studio::Declaration& declaration);
/// If no length of a headless run is set, sets the length to the duration of the run's camera path.
void set_length(RunSpec& spec);
/// Returns the preset's values as settings, which apply before those of the command line. Warns
/// about values of parameters that do not exist.
std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunSpec& spec, const std::filesystem::path& file, const studio::Declaration& declaration);

/// Returns the spec that started a recorded run. Its paths are valid from any folder.
RunSpec recorded_spec(const studio::RunRecord& record);
/// Returns the part of recorded_spec() that applies to a resumed run: its settings, its views, and
/// those output files that are in `folder`, which contains the checkpoint. Drops other output files
/// with a warning, because a checkpoint from someone else could overwrite any file through them.
RunSpec resumed_spec(const studio::RunRecord& record, const std::filesystem::path& folder);

/// Returns the path in an input's text: "waves.npy" for "level=waves.npy" and for "waves.npy".
std::filesystem::path path_in(const std::string& input);
/// Returns the text of `input` with its path replaced by `path`.
std::string with_path(const std::string& input, const std::filesystem::path& path);

}  // namespace glint::apps
