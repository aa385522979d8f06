// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <apps/glint/listing_text.hpp>
#include <apps/glint/run_spec.hpp>
#include <glint/app/options.hpp>
#include <glint/compiler/program.hpp>

namespace glint::apps {

/// The run that `glint resume` resumes, and how.
struct ResumeRequest {
    std::filesystem::path from;  ///< a run's folder, or a checkpoint
    bool adopts = false;
    RunSpec spec;
};

/// Which run `glint replay` replays, how far, and with which flags.
struct ReplayRequest {
    std::filesystem::path of;         ///< a run's folder or a bundle
    std::optional<std::uint64_t> to;  ///< a step; nullopt: to the end
    bool verify = false;              ///< only compares the replay with the recorded run
    RunSpec spec;
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
    std::string color;  ///< the column that colors points; "": the first suitable one
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

/// Called when Escape closes the window of a simulation that the start page opened.
using OnEscape = std::function<void()>;
/// Makes Escape call `on_escape`, which returns to the start page.
void set_escape(app::AppOptions& options, const OnEscape& on_escape);

// The program's commands. Each prints to stdout, throws Error, and returns the exit status.

/// A headless run without an output folder creates runs/NAME-0001, or the next free number.
int run(RunSpec spec);
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
/// Prints the parameters of the simulation that `spec` names, as --help does.
int show_parameters(const RunSpec& spec);
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
