// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <apps/glint/listing_text.hpp>
#include <glint/app/options.hpp>
#include <glint/compiler/program.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/keep/run_record.hpp>
#include <glint/studio/window/followed_files.hpp>

namespace glint::apps {

struct RunRequest {
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::string simulation;
    app::AppOptions options;  ///< a time step of 0 is the simulation's own; empty `out`: see run()
    std::filesystem::path file{};     ///< replaces the simulation's file, unless empty
    std::vector<std::string> inputs;  ///< "level=waves.npy"; a file alone for other simulations
    std::vector<std::string> probes;  ///< "level[12,40]"; annotated files only
    std::vector<std::string> limits;  ///< "Mass=0.9..1.1"
    std::optional<std::filesystem::path> monitors;
    std::optional<std::uint64_t> check_every;
    std::optional<std::uint64_t> steps;  ///< headless: step at which the run ends
    std::optional<double> until;         ///< headless: time when the run ends, in the unit of dt
    std::string beside;                  ///< a file or name to compare with; "": none
    std::vector<std::string> views;      ///< "level", one pane each
    std::string preset;  ///< a TOML file, or the name of one of the simulation's presets
    bool times = false;
    bool json = false;
    std::optional<std::filesystem::path> picture;  ///< of the last frame, rendered without OpenGL
    std::optional<std::filesystem::path> result;   ///< machine-readable result of the run
    std::vector<std::string> save;                 ///< fields to write to files
    std::string save_as = "npy";
    std::optional<std::uint64_t> save_every;
    std::vector<double> save_at;
    bool save_compressed = false;
    std::optional<std::size_t> history_bytes;
    bool error_bar = false;              ///< estimates the monitors' errors, by a coarser run
    std::string recording;               ///< an .mp4 or .gif file, or a folder; "": none
    std::optional<unsigned> fps;         ///< of recordings
    std::vector<unsigned> camera_path;   ///< bookmarks, by digit
    std::optional<double> path_seconds;  ///< between two bookmarks
    std::optional<std::uint64_t> checkpoint_every, sums_every;

    std::vector<std::string> arguments;  ///< command-line arguments of this request
    /// Settings of a resumed run, applied before those of `preset`.
    std::vector<std::pair<std::string, std::string>> first_settings;
    studio::RunRecord record;                        ///< of a resumed run
    std::shared_ptr<const studio::Checkpoint> from;  ///< checkpoint to resume from
    std::filesystem::path from_file;                 ///< its file
    /// A run that was killed at its end may repeat its last frame, to write that frame's files.
    bool may_repeat_last_frame = false;
    bool adopts = false;                            ///< takes from `from` whatever fits
    std::optional<std::string> text;                ///< replaces the file's text
    std::optional<studio::ReplayPlan> replay;       ///< of a replay
    std::optional<studio::FollowedFiles> follow{};  ///< inputs that a window reloads
    bool is_kept = false;                           ///< true if `options.out` is a run's folder
    bool is_named = false;                          ///< true if the command also named that folder

    RunRequest() {
        options.time_step = 0;
        options.out.clear();
    }
};

/// The run that `glint resume` resumes, and how.
struct ResumeRequest {
    std::filesystem::path from;  ///< a run's folder, or a checkpoint
    bool adopts = false;
    RunRequest run;
};

/// Which run `glint replay` replays, how far, and with which flags.
struct ReplayRequest {
    std::filesystem::path of;         ///< a run's folder or a bundle
    std::optional<std::uint64_t> to;  ///< a step; nullopt: to the end
    bool verify = false;              ///< only compares the replay with the recorded run
    RunRequest run;
};
/// Which simulation's results `glint validate` compares with reference values.
struct ValidateRequest {
    std::string simulation;  ///< "": lists the simulations
    std::string device = "auto";
    std::string part{};  ///< "": all
    bool is_short = false;
    bool json = false;
};

/// A file to view.
struct ViewRequest {
    std::filesystem::path file;
    /// "volume", "surface", "image", "points", "glow" or "liquid"; "": the first view that fits.
    std::string as;
    std::string raw;  ///< "256x256x128:u16": layout of a file without a header; "": it has one
    std::vector<std::string> views;
    std::string colour;  ///< the column that colors points; "": the first suitable one
    std::optional<std::size_t> memory_bytes;       ///< device memory for points; none: most of it
    std::optional<std::filesystem::path> picture;  ///< written instead of opening a window
    app::AppOptions options;
};

struct CompileRequest {
    std::filesystem::path file;
    std::string device = "auto";  ///< as for Device::open, or "cuda:sm_90"
    ProgramOptions program;
    compiler::InspectOptions inspect;
    CodeChoice code;  ///< printed instead of the listing
    bool explain = false;
    bool json = false;
    std::optional<std::filesystem::path> output;
};

/// Sets the length of a headless run to that of its camera path, unless the request sets one.
void set_length(RunRequest& request);
/// Throws WrongOption for probes, limits, views or inputs that the declaration does not allow.
void check_run_request(const RunRequest& request, const studio::Declaration& declaration);
/// Returns the preset's values, as settings to apply before those of the command line. Warns of
/// values whose parameter does not exist.
std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunRequest& request, const std::filesystem::path& file,
    const studio::Declaration& declaration);

/// Called when Escape closes the window of a simulation that the start page opened.
using OnEscape = std::function<void()>;
/// Makes Escape call `on_escape`, which returns to the start page.
void set_escape(app::AppOptions& options, const OnEscape& on_escape);

// The program's commands. Each prints to stdout, throws Error, and returns the exit status.

/// A headless run without an output folder creates runs/NAME-0001, or the next free number.
int run(RunRequest request);
/// Runs the cases of a sweep that arrive over a socket, each through `command`. The device stays
/// open between cases.
int serve_cases(int socket, const std::string& device,
                const std::function<int(std::vector<std::string>)>& command);
/// Opens the start page in a window, and the simulations chosen there. Without a display, prints
/// the simulations and the commands that run them.
int start();
/// `arguments` follow the command. With `on_escape`, the run continues in a window without an end,
/// even if it was headless before.
int resume(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// `arguments` follow the command. With `on_escape`, the replay opens in a window.
int replay(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// Packs the run in this folder into one file, FOLDER.glint.zip if `to` is empty.
int bundle(const std::filesystem::path& run, std::filesystem::path to);
/// Prints the parameters of the simulation that `request` names, as --help does.
int show_parameters(const RunRequest& request);
/// Views a file in a window, or writes its picture.
int view(ViewRequest request);
int list();
/// Prints all mistakes of an annotated file. With host code, as in glint's own simulation classes,
/// kernels may lack annotations, and the check for races is skipped.
int check(const std::string& name, bool has_host = false);
/// Writes a starter, "grid" or "points", into NAME.cu. Returns its path.
std::filesystem::path write_starter(const std::string& name, const std::string& kind);
/// Does the same, and prints how to run it.
int make_new(const std::string& name, const std::string& kind);
int doctor(bool with_attributes);  ///< with all attributes of the devices that CUDA names
/// Prints the contents of the disk cache, after trimming it to `keep_bytes` if given.
int cache(std::optional<std::size_t> keep_bytes);
int compile(CompileRequest request);
/// Prints each result, its expected value and its error. Returns 1 if any is outside its tolerance.
int validate(const ValidateRequest& request);

}  // namespace glint::apps
