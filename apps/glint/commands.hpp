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

/// Arguments of `glint resume`.
struct ResumeRequest {
    std::filesystem::path from;  ///< a run's folder, or a checkpoint
    bool adopts = false;
    RunSpec spec;
};

/// Arguments of `glint replay`.
struct ReplayRequest {
    std::filesystem::path of;         ///< a run's folder or a bundle
    std::optional<std::uint64_t> to;  ///< a step; nullopt: to the end
    bool verify = false;              ///< only compares the replay with the recorded run
    RunSpec spec;
};

/// Arguments of `glint validate`, which compares a simulation's results with reference values.
struct ValidateRequest {
    std::string simulation;  ///< "": lists the simulations
    std::string device = "auto";
    std::string part{};  ///< "": all parts
    bool is_short = false;
    bool json = false;
};

/// Arguments of `glint view`.
struct ViewRequest {
    std::filesystem::path file;
    /// "volume", "surface", "image", "points", "glow" or "liquid"; "": the first view that fits.
    std::string as;
    /// "256x256x128:u16": layout of a file without a header; "": the file has one.
    std::string raw;
    std::vector<std::string> views;
    std::string color;  ///< the column that colors points; "": the first suitable one
    /// Device memory for points; nullopt: most of it.
    std::optional<std::size_t> memory_bytes;
    std::optional<std::filesystem::path> picture;  ///< file to write instead of opening a window
    app::AppOptions options;
};

struct CompileRequest {
    std::filesystem::path file;
    std::string device = "auto";  ///< as for Device::open, or "cuda:sm_90"
    ProgramOptions program;
    compiler::InspectOptions inspect;
    CodeChoice code;  ///< printed instead of the table of kernels
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
/// Receives the cases of a sweep over a socket and runs each through `command`. The device stays
/// open between cases.
int serve_cases(int socket, const std::string& device,
                const std::function<int(std::vector<std::string>)>& command);
/// Opens the start page in a window, and the simulations chosen there. Without a display, prints
/// the simulations and the commands that run them.
int start();
/// `arguments` are those after the command's name. With `on_escape`, the run continues in a window
/// without an end, even if it was headless before.
int resume(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// `arguments` are those after the command's name. With `on_escape`, the replay opens in a window.
int replay(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// Packs the run in this folder into one file, by default FOLDER.glint.zip.
int bundle(const std::filesystem::path& run, std::filesystem::path to);
/// Prints the parameters of the simulation that `spec` names, as --help does.
int show_parameters(const RunSpec& spec);
/// Views a file in a window, or writes its picture.
int view(ViewRequest request);
int list();
/// Checks an annotated file and prints all mistakes. With `has_host`, as for glint's own simulation
/// classes, kernels may lack annotations, and the check for races is skipped.
int check(const std::string& name, bool has_host = false);
/// Writes a starter, "grid" or "points", into NAME.cu. Returns its path.
std::filesystem::path write_starter(const std::string& name, const std::string& kind);
/// Writes a starter like write_starter(), and prints how to run it.
int make_new(const std::string& name, const std::string& kind);
/// Reports the devices, compilers and displays that glint found, and their problems. With
/// `with_attributes`, also prints all device attributes that CUDA names.
int doctor(bool with_attributes);
/// Prints the contents of the disk cache, after trimming it to `keep_bytes` if that is set.
int cache(std::optional<std::size_t> keep_bytes);
int compile(CompileRequest request);
/// Prints each result, its expected value and its error. Returns 1 if any is outside its tolerance.
int validate(const ValidateRequest& request);

}  // namespace glint::apps
