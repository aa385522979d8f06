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
    command.add_option_function<std::vector<std::string>>(flag, take, each.help)
        ->type_name(each.value)
        ->allow_extra_args(false)
        ->take_all();
}

}  // namespace

const std::vector<ForwardedFlag> kForwardedFlags{
    {"frames", "N", "frames of each case (240)"},
    {"steps", "N", "steps of each case, instead of --frames"},
    {"until", "T", "simulated time of each case, instead of --frames"},
    {"set", "NAME=VALUE", "set a parameter in all cases", true},
    {"seed", "S", "seed of the initial state of all cases (1)"},
    {"dt", "S", "time step of all cases, in the simulation's unit (that of the file)"},
    {"preset", "FILE.toml", "parameter values; --set and axes override them"},
    {"input", "[FIELD=]FILE", "initial values, as for `glint run`", true},
    {"limit", "MONITOR=MIN..MAX", "range of a monitor; leaving it ends a case with status 3", true},
    {"check-every", "N", "steps between checks for NaN and infinity"},
    {"views", "NAME,...", "views in the pictures, up to four"},
    {"size", "WxH", "size of a case's picture (256 pixels on the longer side)"},
    {"device", "DEVICE", "compute device: auto, cuda, cuda:1, cpu, or a GPU's name or UUID"},
};

void add_sweep_flags(CLI::App& command, SweepRequest& request) {
    command
        .add_option("NAME", request.simulation,
                    "a simulation that `glint list` shows, an annotated .cu file, or a .toml file "
                    "that describes the sweep")
        ->required()
        ->type_name("");
    command
        .add_option("AXIS", request.axes,
                    "axis: feed=0.02,0.03 or seed=1..8 or feed=0.02..0.06/9, with log at "
                    "the end for a logarithmic range, or feed=0.02..0.06~20 for random values; a "
                    "range without a count is sampled")
        ->type_name("");
    add_flag_of(command, "--out", "DIR", "folder of the sweep (sweeps/NAME-0001)",
                [&](const std::string& text) {
                    if (text.empty())
                        throw CLI::ValidationError("--out",
                                                   "'' is not a folder; '.' is the current one");
                    request.out = text;
                });
    add_flag_of(
        command, "--jobs", "N", "cases to run at the same time (as cores and memory allow)",
        [&](const std::string& text) { request.jobs = parse_positive("--jobs", text, kMaxJobs); });
    add_flag_of(command, "--timeout", "S", "time limit of a case, in seconds (none)",
                [&](const std::string& text) { request.timeout_s = parse_timeout(text); });
    add_flag_of(command, "--samples", "N", "number of random values for ranges without a count",
                [&](const std::string& text) {
                    request.samples = parse_positive("--samples", text, studio::Cases::kMax);
                });
    command.add_flag_callback(
        "--latin", [&] { request.is_latin = true; },
        "make the samples a Latin hypercube: one in each of N equal parts of each range");
    add_flag_of(command, "--sample-seed", "S", "seed for the random axis values (1)",
                [&](const std::string& text) { request.sample_seed = parse_sample_seed(text); });
    command.add_flag("--retry", request.retry, "run failed cases again");
    command.add_flag("--commands", request.commands,
                     "print a shell command for each case instead of running it");
    command.add_flag("--collect", request.collect,
                     "write the table and the pages from existing results, and run no cases");
    command.add_flag("--json", request.json, "print the summary as JSON");
    for (const ForwardedFlag& each : kForwardedFlags) add_forwarded(command, request, each);
}

RunSpec run_spec_of(const SweepRequest& request) {
    RunSpec run;
    CLI::App command("run a case", "glint");
    add_run_flags(command, run);
    std::vector<std::string> words{request.simulation, "--headless"};
    for (const auto& [flag, value] : request.passed) words.push_back(flag + '=' + value);
    std::ranges::reverse(words);  // the order that CLI11 expects
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
