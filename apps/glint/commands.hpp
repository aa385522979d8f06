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
    app::AppOptions options;  ///< a time step of 0 is the simulation's own; no `out`: see run()
    std::filesystem::path file{};     ///< in place of the simulation's, if it is not empty
    std::vector<std::string> inputs;  ///< "level=waves.npy", or a file for the other simulations
    std::vector<std::string> probes;  ///< "level[12,40]", of annotated files
    std::vector<std::string> limits;  ///< "Mass=0.9..1.1"
    std::optional<std::filesystem::path> monitors;
    std::optional<std::uint64_t> check_every;
    std::optional<std::uint64_t> steps;  ///< headless: the step at which the run ends
    std::optional<double> until;         ///< headless: the same as a time, in the unit of dt
    std::string beside;                  ///< a file or a name to compare with; "": none
    std::vector<std::string> views;      ///< "level", each in a pane of its own
    std::string preset;  ///< a TOML file, or the name of a preset of the simulation's file
    bool times = false;
    bool json = false;
    std::optional<std::filesystem::path> picture;  ///< of the end, drawn without OpenGL
    std::optional<std::filesystem::path> result;   ///< how the run ended, for programs
    std::vector<std::string> save;                 ///< fields that are written to files
    std::string save_as = "npy";
    std::optional<std::uint64_t> save_every;
    std::vector<double> save_at;
    bool save_compressed = false;
    std::optional<std::size_t> history_bytes;
    bool error_bar = false;              ///< says how exact the monitors are, by a coarser grid
    std::string recording;               ///< NAME.mp4, NAME.gif or a folder; "": none
    std::optional<unsigned> fps;         ///< of recordings
    std::vector<unsigned> camera_path;   ///< bookmarks, by their digits
    std::optional<double> path_seconds;  ///< from each to the next
    std::optional<std::uint64_t> checkpoint_every, sums_every;

    std::vector<std::string> arguments;  ///< those that say all this
    /// Values before those of `preset`, of a run that goes on.
    std::vector<std::pair<std::string, std::string>> first_settings;
    studio::RunRecord record;                        ///< of a run that goes on
    std::shared_ptr<const studio::Checkpoint> from;  ///< where it does
    std::filesystem::path from_file;                 ///< the checkpoint's
    /// A run that was killed at its end makes its last frame again, for the files written there.
    bool may_repeat_last_frame = false;
    bool adopts = false;                            ///< takes of `from` what fits
    std::optional<std::string> text;                ///< in place of the file's
    std::optional<studio::ReplayPlan> replay;       ///< of a run that is made again
    std::optional<studio::FollowedFiles> follow{};  ///< inputs that a window reads again
    bool is_kept = false;                           ///< whether `options.out` is a run's folder
    bool is_named = false;                          ///< and was named by the command

    RunRequest() {
        options.time_step = 0;
        options.out.clear();
    }
};

/// What goes on, and how.
struct ResumeRequest {
    std::filesystem::path from;  ///< a run's folder, or a checkpoint
    bool adopts = false;
    RunRequest run;
};

/// Which run is made again, how far, and what is left of that.
struct ReplayRequest {
    std::filesystem::path of;         ///< the run's folder, or a bundle
    std::optional<std::uint64_t> to;  ///< a step; nothing: to the end
    bool verify = false;              ///< compares with what the run wrote down, and no more
    RunRequest run;
};
/// Whose results are compared with what is known.
struct ValidateRequest {
    std::string simulation;  ///< "": lists those that there are
    std::string device = "auto";
    std::string part{};  ///< "": all
    bool is_short = false;
    bool json = false;
};

/// A file that is looked at.
struct ViewRequest {
    std::filesystem::path file;
    /// "volume", "surface", "image", "points", "glow" or "liquid"; "": the first that fits.
    std::string as;
    std::string raw;  ///< "256x256x128:u16": what is in a file of numbers alone; "": it says it
    std::vector<std::string> views;
    std::string colour;  ///< the column that colours points; "": the first that can
    std::optional<std::size_t> memory_bytes;       ///< of the device, for points; else most of it
    std::optional<std::filesystem::path> picture;  ///< written in place of a window
    app::AppOptions options;
};

struct CompileRequest {
    std::filesystem::path file;
    std::string device = "auto";  ///< as Device::open takes it, or "cuda:sm_90"
    ProgramOptions program;
    compiler::InspectOptions inspect;
    CodeChoice code;  ///< shown instead of the listing
    bool explain = false;
    bool json = false;
    std::optional<std::filesystem::path> output;
};

/// Where nothing else says how long, a headless run is as long as its camera's path.
void set_length(RunRequest& request);
/// Throws WrongOption for what is asked for and cannot be, of probes, limits, views and inputs.
void check_run_request(const RunRequest& request, const studio::Declaration& declaration);
/// The values of the preset, as settings before those of the command line. Warns of what there is
/// no parameter for.
std::vector<std::pair<std::string, std::string>> preset_settings(
    const RunRequest& request, const std::filesystem::path& file,
    const studio::Declaration& declaration);

/// Called when Escape closes the window of a simulation that the start page opened.
using OnEscape = std::function<void()>;
/// Makes Escape call `on_escape`, which returns to the start page.
void set_escape(app::AppOptions& options, const OnEscape& on_escape);

// The program's commands. Each prints to stdout, throws Error, and returns the exit status.

/// Headless, and without a folder for what it leaves, it makes runs/NAME-0001 or the next.
int run(RunRequest request);
/// Runs the cases of a sweep that come over a socket, each by `command`, on a device that stays
/// open from one to the next.
int serve_cases(int socket, const std::string& device,
                const std::function<int(std::vector<std::string>)>& command);
/// Opens the start page in a window, and each simulation that is chosen there. Without a display it
/// prints the simulations and the commands that run them.
int start();
/// `arguments` follow the command. With `on_escape`, the run continues in a window and without an
/// end, even if it was headless before.
int resume(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// `arguments` follow the command. With `on_escape`, the replay opens in a window.
int replay(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// Puts the run in this folder into one file, FOLDER.glint.zip if `to` is empty.
int bundle(const std::filesystem::path& run, std::filesystem::path to);
/// Prints the parameters of the simulation that `request` names, as --help does.
int show_parameters(const RunRequest& request);
/// Shows a file in a window, as it is now, or writes its picture.
int view(ViewRequest request);
int list();
/// Prints all mistakes of an annotated file. With host code, which glint's own simulations of a
/// class have anyway, a kernel without an annotation is none, and no races are looked for.
int check(const std::string& name, bool has_host = false);
/// Writes a starter, "grid" or "points", into NAME.cu. Returns its path.
std::filesystem::path write_starter(const std::string& name, const std::string& kind);
/// Does the same, and prints how to run it.
int make_new(const std::string& name, const std::string& kind);
int doctor(bool with_attributes);  ///< of the devices, all that CUDA has names for
/// Tells what the disk cache holds, after trimming it if `keep_bytes` says to what.
int cache(std::optional<std::size_t> keep_bytes);
int compile(CompileRequest request);
/// Prints each result, what it ought to be, and how far it is off; 1 if any is outside its band.
int validate(const ValidateRequest& request);

}  // namespace glint::apps
