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

/// A run as its command line describes it. run.json stores a RunSpec as arguments, and each case of
/// a sweep is one. `resume` and `replay` modify the RunSpec of the recorded run.
struct RunSpec {
    std::string simulation;    ///< a name of the catalog, or an annotated file
    app::AppOptions options;   ///< time step 0: the simulation's own; empty `out`: see run()
    studio::RunOptions run{};  ///< as given by flags; run_options() completes it

    std::vector<std::string> inputs{};  ///< "level=waves.npy", or only a file
    std::string preset{};  ///< a TOML file, or the name of one of the simulation's presets
    std::vector<std::string> limits{};  ///< "Mass=0.9..1.1"
    std::optional<double> until{};      ///< headless runs: end time, in the unit of dt
    std::string comparison{};           ///< a file or name to compare with; "": none
    std::string save_as = "npy";
    bool has_fps = false, has_path_seconds = false;  ///< true if the command gave them
    bool error_bar = false;  ///< estimates the monitors' errors by a run on a coarser grid
    bool json = false;

    std::vector<std::string> arguments{};  ///< command-line arguments of this run
    /// Settings of a resumed run, applied before those of `preset`.
    std::vector<std::pair<std::string, std::string>> first_settings{};
    std::filesystem::path file{};       ///< replaces the simulation's file, unless empty
    std::optional<std::string> text{};  ///< replaces the file's text
    /// True if the run was killed at its end, so that it may repeat its last frame to write its
    /// files.
    bool may_repeat_last_frame = false;
    bool is_named = false;  ///< true if the command named the run's folder

    RunSpec() {
        options.time_step = 0;
        options.out.clear();
    }
};

/// A simulation's file, read and parsed once per run: the file may change while a long run
/// continues.
struct OpenedFile {
    Entry entry;
    std::string text;
    studio::Declaration declaration;  ///< all that could be read, if the text has mistakes
};

/// Finds and reads the run's file. Throws WrongOption for an unknown name, and what read_text()
/// throws.
OpenedFile open_file(const RunSpec& spec);
/// Makes the simulation of this run, at step 0.
std::unique_ptr<studio::Simulation> make_simulation(const RunSpec& spec, const OpenedFile& file,
                                                    const Device& device);

/// Throws WrongOption for probes, limits, views, saves or inputs that the declaration does not
/// allow.
void check_run(const RunSpec& spec, const studio::Declaration& declaration);
/// Returns `spec.run` with the fields that depend on the declaration and on other flags. Throws
/// WrongOption like check_run().
studio::RunOptions run_options(const RunSpec& spec, const studio::Declaration& declaration);
/// Sets the length of a headless run to that of its camera path, unless a length is already set.
void set_length(RunSpec& spec);
/// Returns the preset's values, as settings to apply before those of the command line. Warns of
/// values whose parameter does not exist.
std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunSpec& spec, const std::filesystem::path& file, const studio::Declaration& declaration);

/// Returns the spec that started a recorded run, with paths that are valid from any folder.
RunSpec recorded_spec(const studio::RunRecord& record);
/// Returns the part of that spec that applies when it resumes from a checkpoint in `folder`: the
/// settings that define the run and its views, and output files only if they are in `folder`. Warns
/// about other output files: a checkpoint's author must not choose files elsewhere to overwrite.
RunSpec resumed_spec(const studio::RunRecord& record, const std::filesystem::path& folder);

/// Returns the path in an input's text: "waves.npy" for "level=waves.npy" and for "waves.npy".
std::filesystem::path path_in(const std::string& input);
/// Returns the input's text with its path replaced.
std::string with_path(const std::string& input, const std::filesystem::path& path);

}  // namespace glint::apps
