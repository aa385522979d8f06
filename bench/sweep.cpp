// SPDX-License-Identifier: MIT
// Measures the speedup of a sweep of small cases over running one command per case, one after the
// other. The cases are Gray-Scott with 256 x 256 cells. All kernels are in the disk cache.
//
//     glint_bench_sweep [DEVICE [CASES [FRAMES]]]      default: auto, 64 and 240
#include "measure.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>

namespace glint::bench {
namespace {

namespace fs = std::filesystem;

struct Settings {
    std::string device = "auto";
    std::size_t cases = 64;
    std::size_t frames = 240;
};

/// Returns the number after `name` in the summary. Throws Error(bad_input) if `name` is missing.
double figure(const std::string& summary, const std::string& name) {
    const std::size_t at = summary.find("\"" + name + "\": ");
    if (at == summary.npos) throw Error(ErrorCode::bad_input, "read the summary", summary);
    return std::strtod(summary.c_str() + at + name.size() + 4, nullptr);
}

struct Measured {
    double cases_s;  ///< time until the last case ends
    double all_s;    ///< cases_s plus the time to write the table, sheet and page
    double at_once;
};

class SweepBench {
public:
    explicit SweepBench(const Settings& settings) : settings_(settings) {}

    /// Returns the seconds that a shell takes to run the commands of all cases.
    double measure_commands() {
        std::vector<std::string> arguments = sweep_arguments();
        arguments.emplace_back("--commands");
        const fs::path script = scratch_.path() / "cases.sh";
        write_atomically(script, output_of(GLINT_PROGRAM, arguments));
        return seconds([&] { (void)output_of("/bin/sh", {"-e", script.string()}); });
    }

    /// Measures a sweep of `jobs` concurrent cases. If `jobs` is empty, the sweep chooses this
    /// number.
    Measured measure_sweep(const std::optional<std::size_t>& jobs) {
        std::vector<std::string> arguments = sweep_arguments();
        arguments.emplace_back("--json");
        if (jobs) arguments.insert(arguments.end(), {"--jobs", std::to_string(*jobs)});
        std::string summary;
        const double all = seconds([&] { summary = output_of(GLINT_PROGRAM, arguments); });
        return {figure(summary, "seconds"), all, figure(summary, "at_once")};
    }

private:
    std::vector<std::string> sweep_arguments() {
        const fs::path out = scratch_.path() / fmt::format("sweep-{}", ++made_);
        return {"sweep",      "gray_scott",     fmt::format("seed=1..{}", settings_.cases),
                "--set",      "width=256",      "--set",
                "height=256", "--frames",       std::to_string(settings_.frames),
                "--device",   settings_.device, "--out",
                out.string()};
    }

    std::string output_of(const std::string& program, const std::vector<std::string>& arguments) {
        const fs::path printed = scratch_.path() / "printed.txt",
                       said = scratch_.path() / "said.txt";
        if (run_program(program, arguments, {printed, said}) != 0)
            throw Error(ErrorCode::launch, "run cases", read_text(said) + read_text(printed));
        return read_text(printed);
    }

    Settings settings_;
    ScratchFolder scratch_;
    int made_ = 0;
};

void run(const Settings& settings) {
    SweepBench bench(settings);
    (void)bench.measure_sweep(1);  // fills the disk cache
    const double one = bench.measure_commands();
    fmt::print("{} cases on '{}', {} frames each\n", settings.cases, settings.device,
               settings.frames);
    fmt::print("commands, one by one {:8.2f} s  {:.0f} ms per case\n", one,
               1e3 * one / static_cast<double>(settings.cases));
    for (const std::size_t jobs : {0, 1, 2, 4, 8, 16}) {
        const Measured many =
            bench.measure_sweep(jobs > 0 ? std::optional<std::size_t>(jobs) : std::nullopt);
        fmt::print(
            "{:3.0f} at once          {:8.2f} s, speedup {:.2f} (with table and images: {:.2f} s, "
            "speedup {:.2f}){}\n",
            many.at_once, many.cases_s, one / many.cases_s, many.all_s, one / many.all_s,
            jobs > 0 ? "" : "  <- the default");
    }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) try {
    glint::bench::Settings settings;
    if (argc > 1) settings.device = argv[1];
    if (argc > 2) settings.cases = glint::text::parse_unsigned(argv[2]).value_or(64);
    if (argc > 3) settings.frames = glint::text::parse_unsigned(argv[3]).value_or(240);
    glint::bench::run(settings);
} catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return EXIT_FAILURE;
}
