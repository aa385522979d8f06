// SPDX-License-Identifier: MIT
#include <apps/glint/run_flags.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/app/detail/flags.hpp>
#include <glint/base/cache_limit.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::apps {
namespace {

/// Parses the output file of a flag whose format is fixed. The file name may have no extension.
/// Throws CLI::ValidationError for the extension of another format.
std::filesystem::path parse_output(const char* flag, const std::string& text,
                                   std::string_view extension) {
    if (text.empty()) throw CLI::ValidationError(flag, "the file name is empty");
    const std::filesystem::path file(text);
    const std::string ending = text::lower_case(file.extension().string());
    if (ending.empty() || ending == extension) return file;
    throw CLI::ValidationError(
        flag, fmt::format("cannot write '{}': only {} files are supported", text, extension));
}

std::uint64_t parse_check_every(const std::string& text) {
    if (const auto steps = text::parse_unsigned(text)) return *steps;
    throw CLI::ValidationError("--check-every", "'" + text + "' is not a whole number of steps");
}

unsigned parse_fps(const std::string& text) {
    const auto fps = text::parse_unsigned(text);
    if (fps && std::ranges::count(studio::kRecordingRates, *fps) > 0)
        return static_cast<unsigned>(*fps);
    throw CLI::ValidationError(
        "--fps", fmt::format("'{}' is not a supported frame rate. Use one of {}", text,
                             fmt::join(studio::kRecordingRates, ", ")));
}

std::vector<unsigned> parse_path(const std::string& text) {
    std::vector<unsigned> bookmarks;
    for (const std::string_view digit : text::split(text, ',')) {
        const auto bookmark = text::parse_unsigned(digit);
        if (!bookmark || *bookmark < 1 || *bookmark > studio::Viewer::kBookmarks)
            throw CLI::ValidationError(
                "--camera-path", "'" + text + "' is not a list of bookmark numbers such as 1,2,3");
        bookmarks.push_back(static_cast<unsigned>(*bookmark));
    }
    return bookmarks;
}

double parse_seconds(const std::string& text) {
    const auto seconds = text::parse_double(text);
    if (seconds && *seconds > 0 && *seconds <= 86400) return *seconds;
    throw CLI::ValidationError("--path-seconds",
                               "'" + text + "' is not a positive number of seconds");
}

void add_recording_flags(CLI::App& command, RunSpec& spec) {
    const auto add = [&](const char* flag, const char* value, const char* help,
                         const std::function<void(const std::string&)>& take) {
        command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
    };
    add("--record", "FILE.mp4|FILE.gif|DIR",
        "record a video (encoded by ffmpeg) or a folder of PNG files",
        [&](const std::string& text) {
            if (text.empty()) throw CLI::ValidationError("--record", "the file name is empty");
            spec.run.record = {.file = text};
        });
    add("--fps", "N",
        "frame rate of the recording: 60, 30, 20, 15 ... (default: 30). At 30, the recording has "
        "every second frame of the run; one second of video always covers 60 frames",
        [&](const std::string& text) {
            spec.run.fps = parse_fps(text);
            spec.has_fps = true;
        });
    add("--camera-path", "1,2,...",
        "move the camera along these bookmarks, which were saved in a window",
        [&](const std::string& text) { spec.run.tour.bookmarks = parse_path(text); });
    add("--path-seconds", "S", "seconds of video from one bookmark to the next (default: 4)",
        [&](const std::string& text) {
            spec.run.tour.seconds = parse_seconds(text);
            spec.has_path_seconds = true;
        });
}

std::uint64_t parse_steps(const char* flag, const std::string& text) {
    if (const auto steps = text::parse_unsigned(text); steps && *steps > 0) return *steps;
    throw CLI::ValidationError(flag, "'" + text + "' is not a positive number of steps");
}

double parse_time(const char* flag, const std::string& text) {
    const auto time = text::parse_double(text);
    if (time && *time > 0 && std::isfinite(*time)) return *time;
    throw CLI::ValidationError(flag, fmt::format("'{}' is not a positive time", text));
}

/// Adds all flags of a run.
void add_flags(CLI::App& command, RunSpec& spec) {
    const auto add = [&](const char* flag, const char* value, const char* help,
                         const std::function<void(const std::string&)>& take) {
        command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
    };
    app::add_flags(command, spec.options);
    command
        .add_option("--input", spec.inputs,
                    "read the initial values of FIELD from FILE. Without FIELD, read all fields "
                    "whose names match columns or arrays of FILE")
        ->type_name("[FIELD=]FILE")
        ->allow_extra_args(false);
    add("--preset", "FILE.toml",
        "load parameter values from a preset. Values of --set take precedence",
        [&](const std::string& text) { spec.preset = text; });
    add("--monitors", "FILE.csv", "write the monitors to a CSV file, one row per frame",
        [&](const std::string& text) {
            spec.run.monitors = parse_output("--monitors", text, ".csv");
        });
    add("--steps", "N", "stop after N steps, instead of --frames (headless only)",
        [&](const std::string& text) { spec.run.stop_at = parse_steps("--steps", text); });
    add("--until,--time", "T",
        "stop at the first step that reaches simulated time T, in the unit of --dt (headless only)",
        [&](const std::string& text) { spec.until = parse_time("--until", text); });
    command
        .add_option("--probe", spec.run.probes,
                    "print an element of a field at the end of the run, such as level[12,40] (may "
                    "be repeated)")
        ->type_name("FIELD[x,y,z]")
        ->allow_extra_args(false)
        ->delimiter('\0');
    command
        .add_option("--views", spec.run.views,
                    "fields or functions to display, one per pane (at most four)")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    command
        .add_option("--beside", spec.comparison,
                    "display another version of the simulation on the right, and the difference "
                    "between the two versions")
        ->type_name("NAME|FILE")
        ->take_last();
    command
        .add_option("--limit", spec.limits,
                    "allowed range of a monitor. A headless run stops with status 3 if the monitor "
                    "leaves this range")
        ->type_name("MONITOR=MIN..MAX")
        ->allow_extra_args(false);
    add("--check-every", "N",
        "check for NaN and infinity every N steps (0: never). A headless run that finds NaN or "
        "infinity stops with status 3. By default, a headless run checks when it writes an image, "
        "when it reads the monitors, and at its end; a window checks only on request",
        [&](const std::string& text) { spec.run.check_every = parse_check_every(text); });
    command
        .add_option("--save", spec.run.save.fields,
                    "write these fields or functions to files in the folder of --out. Without "
                    "--save-every and --save-at, write at the end of the run")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    add("--save-every", "N", "write the files of --save every N steps",
        [&](const std::string& text) { spec.run.save.every = parse_steps("--save-every", text); });
    command
        .add_option("--save-at", spec.run.save.at,
                    "write the files of --save at these simulated times, in the unit of --dt (each "
                    "at the first step that reaches the time)")
        ->type_name("TIME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    add("--save-as", "npy|vti|vtp|ply|csv", "file format of --save (default: npy)",
        [&](const std::string& text) { spec.save_as = text; });
    command.add_flag("--save-compressed", spec.run.save.is_compressed,
                     "compress the vti and vtp files of --save with zlib");
    add("--history", "SIZE",
        "in a window: device memory for past states, to which you can go back (0: none; default: "
        "1/8 of the device's memory, at most 2GB). With a GPU, they also use the same amount of "
        "host memory",
        [&](const std::string& text) {
            spec.run.history_bytes = parse_size_of("--history", text);
        });
    command.add_flag("--times", spec.run.times,
                     "at the end, print the time of each kernel per step (headless only)");
    command.add_flag("--error-bar", spec.error_bar,
                     "also run on a coarser grid, and print the mean of each monitor with an "
                     "estimated error (headless only)");
    add("--picture", "FILE.png",
        "write an image of the final state, without text and color bars (headless only). With "
        "--every 0, the run does not need OpenGL",
        [&](const std::string& text) {
            spec.run.picture = parse_output("--picture", text, ".png");
        });
    add("--result", "FILE.json",
        "write the exit status, the reason and the final monitors as JSON, unless the run is "
        "interrupted (headless only)",
        [&](const std::string& text) {
            spec.run.result = parse_output("--result", text, ".json");
        });
    command.add_flag("--json", spec.json,
                     "print the result as JSON: exit status, reason, final monitors, probes and "
                     "written files (headless only)");
    add_recording_flags(command, spec);
    add("--checkpoint-every", "N", "write a checkpoint every N steps, and one at the end",
        [&](const std::string& text) {
            spec.run.keep.checkpoint_every = parse_steps("--checkpoint-every", text);
        });
    add("--sums-every", "N", "log checksums of all fields every N steps, for `glint replay`",
        [&](const std::string& text) {
            spec.run.keep.checksum_every = parse_steps("--sums-every", text);
        });
}

void parse(CLI::App& command, std::vector<std::string> arguments) try {
    std::ranges::reverse(arguments);  // CLI11 expects the last argument first
    command.parse(std::move(arguments));
} catch (const CLI::CallForHelp&) {
    throw app::WrongOption(command.get_name(), "--help is not allowed here");
} catch (const CLI::ParseError& error) {
    throw app::WrongOption(command.get_name(), error.what());
}

}  // namespace

std::size_t parse_size_of(const char* flag, const std::string& text) {
    if (const auto bytes = parse_size(text)) return *bytes;
    throw CLI::ValidationError(flag, "'" + text + "' is not a size such as 500MB");
}

void add_run_flags(CLI::App& command, RunSpec& spec) {
    command
        .add_option("NAME", spec.simulation,
                    "name of a simulation (see `glint list`), or an annotated .cu file")
        ->required()
        ->type_name("");
    add_flags(command, spec);
}

void add_resume_flags(CLI::App& command, ResumeRequest& request) {
    command.add_option("RUN", request.from, "folder or checkpoint file of a recorded run")
        ->required()
        ->type_name("");
    command.add_flag(
        "--adopt", request.adopts,
        "resume with the arrays that still match, even if the simulation file has changed");
    add_flags(command, request.spec);
}

void add_replay_flags(CLI::App& command, ReplayRequest& request) {
    command.add_option("RUN", request.of, "folder or bundle of a recorded run")
        ->required()
        ->type_name("");
    command
        .add_option_function<std::string>(
            "--to",
            [&](const std::string& text) {
                if (!(request.to = text::parse_unsigned(text)))
                    throw CLI::ValidationError("--to", "'" + text + "' is not a step number");
            },
            "stop the replay at this step")
        ->type_name("STEP");
    command.add_flag(
        "--verify", request.verify,
        "compare the replay with the recorded checksums, without drawing. If there is a "
        "difference, report the first different step, field and element, and exit with status 1");
    add_flags(command, request.spec);
}

void add_view_flags(CLI::App& command, ViewRequest& request) {
    command
        .add_option(
            "FILE", request.file,
            "file to view: array (.npy), image data (.vti), volume (.mhd, .nhdr, or a folder of "
            ".png), image (.png), mesh (.stl, .obj, .ply) or points (.ply, .csv, .xyz)")
        ->required()
        ->type_name("");
    command
        .add_option("--as", request.as,
                    "view of the data: volume, surface or image (slices) for a volume, and points, "
                    "glow or liquid for points")
        ->type_name("VIEW")
        ->take_last();
    command
        .add_option(
            "--raw", request.raw,
            "layout of a raw file as SIZE:TYPE[+OFFSET], such as 256x256x128:u16. TYPE is u8, i16, "
            "f32 ... (big-endian: i16be, f32be ...). An OFFSET of +512 skips the first 512 bytes")
        ->type_name("LAYOUT")
        ->take_last();
    command.add_option("--views", request.views, "fields to display, one per pane (at most four)")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    command
        .add_option("--color,--colour", request.color,
                    "column of the file that determines the color of the points")
        ->type_name("NAME")
        ->take_last();
    command
        .add_option_function<std::string>(
            "--memory",
            [&](const std::string& text) {
                request.memory_bytes = parse_size_of("--memory", text);
            },
            "device memory for points (default: most of the memory). If a file needs more, only a "
            "sample of the points is displayed")
        ->type_name("SIZE")
        ->take_last();
    command
        .add_option_function<std::string>(
            "--picture",
            [&](const std::string& text) {
                request.picture = parse_output("--picture", text, ".png");
            },
            "write an image instead of opening a window (does not need OpenGL)")
        ->type_name("FILE.png")
        ->take_last();
    app::add_flags(command, request.options);
}

RunSpec parse_run(const std::vector<std::string>& arguments) {
    RunSpec spec;
    CLI::App command("", "run");
    add_run_flags(command, spec);
    parse(command, arguments);
    return spec;
}

void parse_replay(const std::vector<std::string>& arguments, ReplayRequest& request) {
    CLI::App command("", "replay");
    add_replay_flags(command, request);
    parse(command, arguments);
}

void parse_resume(const std::vector<std::string>& arguments, ResumeRequest& request) {
    CLI::App command("", "resume");
    add_resume_flags(command, request);
    parse(command, arguments);
}

}  // namespace glint::apps
