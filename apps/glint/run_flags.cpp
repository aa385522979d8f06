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

/// Parses the output file of a flag that always writes one format. The file may have no extension;
/// an extension of another format is an error.
std::filesystem::path parse_output(const char* flag, const std::string& text,
                                   std::string_view extension) {
    if (text.empty()) throw CLI::ValidationError(flag, "'' is not a file name");
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
    throw CLI::ValidationError("--fps",
                               fmt::format("'{}' is not one of {}: the rate must divide 60", text,
                                           fmt::join(studio::kRecordingRates, ", ")));
}

std::vector<unsigned> parse_path(const std::string& text) {
    std::vector<unsigned> bookmarks;
    for (const std::string_view digit : text::split(text, ',')) {
        const auto bookmark = text::parse_unsigned(digit);
        if (!bookmark || *bookmark < 1 || *bookmark > studio::Viewer::kBookmarks)
            throw CLI::ValidationError("--camera-path",
                                       "'" + text + "' is not a list of bookmarks such as 1,2,3");
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
        "record a video, encoded by ffmpeg, or a folder of PNG files",
        [&](const std::string& text) {
            if (text.empty()) throw CLI::ValidationError("--record", "'' is not a file");
            spec.run.record = {.file = text};
        });
    add("--fps", "N",
        "frame rate of the video: 60, 30, 20, 15 ... (30); one second shows 60 frames of the run",
        [&](const std::string& text) {
            spec.run.fps = parse_fps(text);
            spec.has_fps = true;
        });
    add("--camera-path", "1,2,...", "move the camera along the bookmarks saved in the window",
        [&](const std::string& text) { spec.run.tour.bookmarks = parse_path(text); });
    add("--path-seconds", "S", "seconds of video from one bookmark to the next (4)",
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
                    "initial values of a field, or of all fields named by the file's columns or "
                    "arrays")
        ->type_name("[FIELD=]FILE")
        ->allow_extra_args(false);
    add("--preset", "FILE.toml", "parameter values; --set overrides them",
        [&](const std::string& text) { spec.preset = text; });
    add("--monitors", "FILE.csv", "write a table of the monitors, with one row per frame",
        [&](const std::string& text) {
            spec.run.monitors = parse_output("--monitors", text, ".csv");
        });
    add("--steps", "N", "headless: stop after N steps, instead of --frames",
        [&](const std::string& text) { spec.run.stop_at = parse_steps("--steps", text); });
    add("--until,--time", "T",
        "headless: stop at the first step whose time is T or later, in the unit of the time step",
        [&](const std::string& text) { spec.until = parse_time("--until", text); });
    command
        .add_option("--probe", spec.run.probes,
                    "element to print at the end, such as level[12,40]; may be repeated")
        ->type_name("FIELD[x,y,z]")
        ->allow_extra_args(false)
        ->delimiter('\0');
    command
        .add_option("--views", spec.run.views,
                    "up to four fields or functions to view, each in its own pane")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    command
        .add_option("--beside", spec.comparison,
                    "another version of the file to view on the right, with the difference of both")
        ->type_name("NAME|FILE")
        ->take_last();
    command
        .add_option("--limit", spec.limits,
                    "range of a monitor; leaving it ends a headless run with status 3")
        ->type_name("MONITOR=MIN..MAX")
        ->allow_extra_args(false);
    add("--check-every", "N",
        "steps between checks for NaN and infinity, which end a headless run with status 3; 0: "
        "never (headless: with each image and each row of monitors)",
        [&](const std::string& text) { spec.run.check_every = parse_check_every(text); });
    command
        .add_option("--save", spec.run.save.fields,
                    "fields and functions to write to files in --out, at the end of the run "
                    "unless --save-every or --save-at is given")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    add("--save-every", "N", "steps between saves",
        [&](const std::string& text) { spec.run.save.every = parse_steps("--save-every", text); });
    command
        .add_option("--save-at", spec.run.save.at,
                    "times of saves, in the unit of the time step; each takes place at the first "
                    "step that reaches the time")
        ->type_name("TIME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    add("--save-as", "npy|vti|vtp|ply|csv", "file format (npy)",
        [&](const std::string& text) { spec.save_as = text; });
    command.add_flag("--save-compressed", spec.run.save.is_compressed,
                     "compress vti and vtp files with zlib");
    add("--history", "SIZE",
        "memory for time travel in a window: on the device, and on a GPU the same amount on the "
        "host; 0: none (an eighth of the device's memory, at most 2GB)",
        [&](const std::string& text) {
            spec.run.history_bytes = parse_size_of("--history", text);
        });
    command.add_flag("--times", spec.run.times,
                     "headless: print the time of each kernel of a step at the end");
    command.add_flag(
        "--error-bar", spec.error_bar,
        "headless: also run a coarser grid, and print the monitors' means with errors");
    add("--picture", "FILE.png",
        "headless: write the final picture without overlays; needs no OpenGL if --every is 0",
        [&](const std::string& text) {
            spec.run.picture = parse_output("--picture", text, ".png");
        });
    add("--result", "FILE.json",
        "headless: write how the run ended and the final monitors, unless it was interrupted",
        [&](const std::string& text) {
            spec.run.result = parse_output("--result", text, ".json");
        });
    command.add_flag(
        "--json", spec.json,
        "headless: print JSON: how the run ended, the final monitors and probes, and the files "
        "that it wrote");
    add_recording_flags(command, spec);
    add("--checkpoint-every", "N", "steps between checkpoints; the last step also gets one",
        [&](const std::string& text) {
            spec.run.keep.checkpoint_every = parse_steps("--checkpoint-every", text);
        });
    add("--sums-every", "N", "steps between checksums of all fields in the log, for `glint replay`",
        [&](const std::string& text) {
            spec.run.keep.checksum_every = parse_steps("--sums-every", text);
        });
}

void parse(CLI::App& command, std::vector<std::string> arguments) try {
    std::ranges::reverse(arguments);  // the order that CLI11 expects
    command.parse(std::move(arguments));
} catch (const CLI::CallForHelp&) {
    throw app::WrongOption(command.get_name(), "--help does not start a run");
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
                    "a simulation that `glint list` shows, or an annotated .cu file")
        ->required()
        ->type_name("");
    add_flags(command, spec);
}

void add_resume_flags(CLI::App& command, ResumeRequest& request) {
    command
        .add_option("RUN", request.from, "the folder of a recorded run, or one of its checkpoints")
        ->required()
        ->type_name("");
    command.add_flag("--adopt", request.adopts,
                     "keep the arrays that still match if the simulation's file has changed");
    add_flags(command, request.spec);
}

void add_replay_flags(CLI::App& command, ReplayRequest& request) {
    command.add_option("RUN", request.of, "the folder of a recorded run, or a bundle")
        ->required()
        ->type_name("");
    command
        .add_option_function<std::string>(
            "--to",
            [&](const std::string& text) {
                if (!(request.to = text::parse_unsigned(text)))
                    throw CLI::ValidationError("--to", "'" + text + "' is not a step");
            },
            "end at this step")
        ->type_name("STEP");
    command.add_flag(
        "--verify", request.verify,
        "draw nothing; compare with the checksums of the run, and print the first step, field and "
        "element that differ; status 1 if any differs");
    add_flags(command, request.spec);
}

void add_view_flags(CLI::App& command, ViewRequest& request) {
    command
        .add_option(
            "FILE", request.file,
            "an array (.npy), image data (.vti), a volume (.mhd, .nhdr, or a folder of .png), an "
            "image (.png), a mesh (.stl, .obj, .ply) or points (.ply, .csv, .xyz)")
        ->required()
        ->type_name("");
    command
        .add_option("--as", request.as,
                    "view; of volumes: volume, surface or image (slices); of points: points, glow "
                    "or liquid")
        ->type_name("VIEW")
        ->take_last();
    command
        .add_option(
            "--raw", request.raw,
            "layout of a raw file, SIZE:TYPE[+OFFSET], such as 256x256x128:u16; types are u8, "
            "i16, f32 ..., or u16be for big-endian; +512 skips 512 bytes")
        ->type_name("LAYOUT")
        ->take_last();
    command.add_option("--views", request.views, "up to four fields, each in its own pane")
        ->type_name("NAME,...")
        ->allow_extra_args(false)
        ->delimiter(',');
    command.add_option("--color,--colour", request.color, "column of the file that colors points")
        ->type_name("NAME")
        ->take_last();
    command
        .add_option_function<std::string>(
            "--memory",
            [&](const std::string& text) {
                request.memory_bytes = parse_size_of("--memory", text);
            },
            "device memory for points (default: most of it); larger files are sampled")
        ->type_name("SIZE")
        ->take_last();
    command
        .add_option_function<std::string>(
            "--picture",
            [&](const std::string& text) {
                request.picture = parse_output("--picture", text, ".png");
            },
            "write the picture instead of opening a window; needs no OpenGL")
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
