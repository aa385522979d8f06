// SPDX-License-Identifier: MIT
#include <apps/glint/sweep_flags.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <apps/glint/run_flags.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

std::size_t parse_positive(const char* flag, const std::string& text, std::size_t most) {
    const auto number = text::parse_unsigned(text);
    if (!number || *number < 1 || *number > most)
        throw CLI::ValidationError(
            flag, fmt::format("'{}' is not a whole number from 1 to {}", text, most));
    return *number;
}

std::uint64_t parse_sample_seed(const std::string& text) {
    if (const auto number = text::parse_unsigned(text)) return *number;
    throw CLI::ValidationError("--sample-seed", fmt::format("'{}' is not a whole number", text));
}

double parse_timeout(const std::string& text) {
    const auto seconds = text::parse_double(text);
    if (!seconds || !std::isfinite(*seconds) || *seconds <= 0)
        throw CLI::ValidationError("--timeout",
                                   fmt::format("'{}' is not a positive number of seconds", text));
    return *seconds;
}

using Take = std::function<void(const std::string&)>;

void add_flag_of(CLI::App& command, const char* flag, const char* value, const char* help,
                 const Take& take) {
    command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
}

void add_forwarded(CLI::App& command, SweepRequest& request, const ForwardedFlag& each) {
    const std::string flag = std::string("--") + each.name;
    const auto take = [&request, flag](const std::vector<std::string>& values) {
        for (const std::string& value : values) request.passed.emplace_back(flag, value);
    };
    CLI::Option* const option =
        command.add_option_function<std::vector<std::string>>(flag, take, each.help)
            ->type_name(each.value)
            ->allow_extra_args(false)
            ->take_all();
    if (!each.is_repeatable) option->expected(1);  // the help then omits "..."
}

}  // namespace

const std::vector<ForwardedFlag> kForwardedFlags{
    {"frames", "N", "number of frames per case (default: 240)"},
    {"steps", "N", "number of steps per case, instead of --frames"},
    {"until", "T", "simulated time per case, instead of --frames"},
    {"set", "NAME=VALUE", "set a parameter in all cases", true},
    {"seed", "S", "random seed for the initial state of all cases (default: 1)"},
    {"dt", "S",
     "time step of all cases, in the simulation's time unit (default: set by the simulation)"},
    {"preset", "FILE.toml",
     "load parameter values from a preset. Values of --set and of axes take precedence"},
    {"input", "[FIELD=]FILE", "initial values, as for `glint run`", true},
    {"limit", "MONITOR=MIN..MAX",
     "allowed range of a monitor. A case stops with status 3 if the monitor leaves this range",
     true},
    {"check-every", "N", "check for NaN and infinity every N steps"},
    {"views", "NAME,...", "fields or functions in the images of the cases (at most four)"},
    {"size", "WxH", "image size of each case (default: 256 pixels on the longer side)"},
    {"device", "DEVICE", "compute device: auto, cuda, cuda:1, cpu, or a GPU's name or UUID"},
};

void add_sweep_flags(CLI::App& command, SweepRequest& request) {
    command
        .add_option("NAME", request.simulation,
                    "name of a simulation (see `glint list`), an annotated .cu file, or a .toml "
                    "file that describes the sweep")
        ->required()
        ->type_name("");
    command
        .add_option(
            "AXIS", request.axes,
            "parameter and values: a list (feed=0.02,0.03), 9 evenly spaced values "
            "(feed=0.02..0.06/9), 20 random values (feed=0.02..0.06~20), or a range without "
            "a count. With --samples, a range without a count is sampled (feed=0.02..0.06). "
            "Without --samples, and always for seed, it stands for all integers in the range "
            "(seed=1..8). Add log for a logarithmic scale (feed=0.02..0.06/9log)")
        ->type_name("");
    add_flag_of(command, "--out", "DIR", "output folder (default: a new folder in sweeps/)",
                [&](const std::string& text) {
                    if (text.empty())
                        throw CLI::ValidationError(
                            "--out", "the folder name is empty. Use '.' for the current folder");
                    request.out = text;
                });
    add_flag_of(
        command, "--jobs", "N",
        "number of cases to run in parallel (default: as many as cores and memory allow)",
        [&](const std::string& text) { request.jobs = parse_positive("--jobs", text, kMaxJobs); });
    add_flag_of(command, "--timeout", "S", "time limit per case, in seconds (default: none)",
                [&](const std::string& text) { request.timeout_s = parse_timeout(text); });
    add_flag_of(command, "--samples", "N",
                "number of random samples, for axes given as a range without a count (A..B)",
                [&](const std::string& text) {
                    request.samples = parse_positive("--samples", text, studio::Cases::kMax);
                });
    command.add_flag_callback(
        "--latin", [&] { request.is_latin = true; },
        "use Latin hypercube sampling: divide each range into N equal intervals with one sample "
        "each");
    add_flag_of(command, "--sample-seed", "S", "random seed for sampled axis values (default: 1)",
                [&](const std::string& text) { request.sample_seed = parse_sample_seed(text); });
    command.add_flag("--retry", request.retry, "run failed cases again");
    command.add_flag("--commands", request.commands,
                     "print one shell command per case, without running the cases");
    command.add_flag(
        "--collect", request.collect,
        "rebuild table.csv, contact.png and contact.html from existing results, without running "
        "cases");
    command.add_flag("--json", request.json, "print the summary as JSON");
    for (const ForwardedFlag& each : kForwardedFlags) add_forwarded(command, request, each);
}

RunSpec run_spec_of(const SweepRequest& request) {
    RunSpec run;
    CLI::App command("run a case", "glint");
    add_run_flags(command, run);
    std::vector<std::string> words{request.simulation, "--headless"};
    for (const auto& [flag, value] : request.passed) words.push_back(flag + '=' + value);
    std::ranges::reverse(words);  // CLI11 expects the last word first
    try {
        command.parse(words);
    } catch (const CLI::ParseError& error) {
        const std::string_view text = error.what();
        const std::size_t colon = std::min(text.find(": "), text.size());
        throw app::WrongOption(text.substr(0, colon),
                               text.substr(std::min(colon + 2, text.size())));
    }
    return run;
}

}  // namespace glint::apps
