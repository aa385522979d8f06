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
    std::filesystem::path from;  ///< folder of a run, or a checkpoint
    bool adopts = false;
    RunSpec spec;
};

/// Arguments of `glint replay`.
struct ReplayRequest {
    std::filesystem::path of;         ///< folder of a run, or a bundle
    std::optional<std::uint64_t> to;  ///< last step to replay; nullopt: the end of the run
    bool verify = false;              ///< compares with the recorded run, without a window
    RunSpec spec;
};

/// Arguments of `glint validate`, which compares a simulation's results with reference values.
struct ValidateRequest {
    std::string simulation;  ///< "": list the simulations
    std::string device = "auto";
    std::string part{};  ///< the part to validate; "": all parts
    bool is_short = false;
    bool json = false;
};

/// Arguments of `glint view`.
struct ViewRequest {
    std::filesystem::path file;
    /// Name of the view: "volume", "surface", "image", "points", "glow" or "liquid". "" uses the
    /// first view that fits the file.
    std::string as;
    /// Layout of a file without a header, such as "256x256x128:u16". "" if the file has a header.
    std::string raw;
    std::vector<std::string> views;
    std::string color;  ///< column that colors points; "": the first suitable column
    /// Maximum device memory for points; nullopt: most of the memory.
    std::optional<std::size_t> memory_bytes;
    std::optional<std::filesystem::path> picture;  ///< file to write instead of opening a window
    app::AppOptions options;
};

struct CompileRequest {
    std::filesystem::path file;
    std::string device = "auto";  ///< as in Device::open, or an architecture: "cuda:sm_90"
    ProgramOptions program;
    compiler::InspectOptions inspect;
    CodeChoice code;  ///< code to print instead of the table of kernels; may be empty
    bool explain = false;
    bool json = false;
    std::optional<std::filesystem::path> output;
};

/// Function that runs when Escape closes the window of a simulation opened from the start page.
using OnEscape = std::function<void()>;
/// Makes the Escape key close the window and call `on_escape`, which returns to the start page.
void set_escape(app::AppOptions& options, const OnEscape& on_escape);

// The program's commands. Each prints to stdout and returns the exit status, or throws Error.

/// Runs a simulation. A headless run without an output folder creates runs/NAME-0001, or the same
/// name with the next free number.
int run(RunSpec spec);
/// Receives the cases of a sweep over a socket, and runs each case through `command`. Keeps the
/// device open between cases.
int serve_cases(int socket, const std::string& device,
                const std::function<int(std::vector<std::string>)>& command);
/// Opens the start page in a window, and then the simulations that the user chooses there. Without
/// a display, prints the simulations and the commands that run them.
int start();
/// Resumes a run. `arguments` are the arguments after the command's name. With `on_escape`, the run
/// continues in a window until the user closes it, even if it was headless before.
int resume(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// Replays a run. `arguments` are the arguments after the command's name. With `on_escape`, the
/// replay opens in a window.
int replay(const std::vector<std::string>& arguments, const OnEscape& on_escape = {});
/// Packs the run in the folder `run` into one file. If `to` is empty, the file is FOLDER.glint.zip.
int bundle(const std::filesystem::path& run, std::filesystem::path to);
/// Prints the parameters of the simulation that `spec` names, in the format of --help.
int show_parameters(const RunSpec& spec);
/// Views a file in a window, or writes its picture.
int view(ViewRequest request);
int list();
/// Checks an annotated file and prints all mistakes. If `has_host` is true or the file belongs to
/// one of glint's simulation classes, host code launches kernels: then kernels may lack
/// annotations, and the check for races is skipped.
int check(const std::string& name, bool has_host = false);
/// Writes a starter of kind "grid" or "points" to NAME.cu. Returns the path of the file.
std::filesystem::path write_starter(const std::string& name, const std::string& kind);
/// Writes a starter as write_starter() does, and prints the command that runs it.
int make_new(const std::string& name, const std::string& kind);
/// Reports the devices, compilers and displays that glint found, and their problems. With
/// `with_attributes`, also prints all device attributes that CUDA names.
int doctor(bool with_attributes);
/// Prints the contents of the disk cache. If `keep_bytes` is set, first trims the cache to this
/// size.
int cache(std::optional<std::size_t> keep_bytes);
int compile(CompileRequest request);
/// Prints each result, its expected value and its error. Returns 1 if an error exceeds its
/// tolerance, else 0.
int validate(const ValidateRequest& request);

}  // namespace glint::apps
