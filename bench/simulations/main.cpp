// SPDX-License-Identifier: MIT
// Compares the grid and particle simulations on glint's CPU backend with the same steps in C++ and
// OpenMP, on the same machine in the same run.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bench/openmp/turns.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/error.hpp>

namespace glint::bench {
namespace {

constexpr int kWrongUsage = 2;
constexpr const char* kColumns = "{:<21} {:<16} {:>9} {:>9}  {:<22} {:>6} {:>11}\n";

struct Options {
    std::string device = "cpu";
    std::string filter;
    int repeats = 15;
    std::string only;
};

void add_options(CLI::App& program, Options& options) {
    program.set_help_flag("-h,--help", "show this help");
    program.add_option("device", options.device, "compute device; only cpu is supported")
        ->check(CLI::IsMember({"cpu"}));
    program.add_option("--filter", options.filter, "run only simulations with TEXT in their name")
        ->type_name("TEXT");
    program
        .add_option("--repeats", options.repeats,
                    fmt::format("number of timed rounds, after 3 untimed rounds (default: {})",
                                options.repeats))
        ->type_name("N")
        ->check(CLI::Range(1, 100'000));
    program
        .add_option("--only", options.only,
                    "run only one side: glint, or the reference built by the given compiler (to "
                    "count instructions, for example)")
        ->type_name("SIDE");
}

SimulationLibrary functions_of(const OpenMpLibrary& library) {
    SimulationLibrary found{.compiler = library.compiler()};
    library.find("openmp_waves", found.waves);
    library.find("openmp_tunnel_plane", found.tunnel_plane);
    library.find("openmp_tunnel_space", found.tunnel_space);
    library.find("openmp_tunnel_halves", found.tunnel_halves);
    library.find("openmp_carry_plane", found.carry_plane);
    library.find("openmp_carry_space", found.carry_space);
    library.find("openmp_cycle", found.cycle);
    library.find("openmp_sea", found.sea);
    library.find("openmp_sea_picture", found.sea_picture);
    library.find("openmp_react", found.react);
    library.find("openmp_react_5", found.react_5);
    library.find("openmp_leapfrog", found.leapfrog);
    library.find("openmp_water", found.water);
    library.find("openmp_birds", found.birds);
    library.find("openmp_solids", found.solids);
    library.find("openmp_sheet", found.sheet);
    library.find("openmp_tree", found.tree);
    return found;
}

/// Throws Error(bad_input) if the result of the library differs from glint's result.
void check(const SimulationEntry& entry, SimulationWork& work, const SimulationLibrary& library) {
    work.reset();
    work.run_glint();
    work.run(library);
    if (const auto mistake = work.mistake())
        throw Error(ErrorCode::bad_input,
                    fmt::format("check {} ({}) by {}", entry.name, entry.size, library.compiler),
                    *mistake);
}

/// Ratios in a line of the table: glint's time per step divided by that of the best reference
/// without -ffast-math (`ratio`) and of the best reference with -ffast-math (`fast_ratio`).
struct Line {
    double ratio = 0, fast_ratio = 0;
};

const Side* fastest_of(std::span<const Side> references, bool fast_math) {
    const Side* best = nullptr;
    for (const Side& side : references)
        if (side.name.ends_with("-ffast-math") == fast_math &&
            (!best || side.median() < best->median()))
            best = &side;
    return best;
}

std::string two_digits(double ratio) { return ratio > 0 ? fmt::format("{:.2f}", ratio) : ""; }

Line compare(const SimulationEntry& entry, const Device& device,
             std::span<const SimulationLibrary> libraries, const Options& options) {
    const auto work = entry.make(device);
    std::vector<Side> sides{{.name = "glint", .run = [&] { work->run_glint(); }}};
    for (const SimulationLibrary& library : libraries) {
        check(entry, *work, library);
        sides.push_back({.name = library.compiler, .run = [&] { work->run(library); }});
    }
    take_turns(sides, options.repeats, [&] { work->restore(); });
    const auto milliseconds = [&](const Side& side) {
        return fmt::format("{:.3f}", 1e3 * side.median() / work->steps());
    };
    const auto references = std::span(sides).subspan(1);
    const Side *best = fastest_of(references, false), *fast = fastest_of(references, true);
    Line line;
    if (best) line.ratio = sides[0].median() / best->median();
    if (fast) line.fast_ratio = sides[0].median() / fast->median();
    fmt::print(kColumns, entry.name, entry.size, milliseconds(sides[0]),
               best ? milliseconds(*best) : "", best ? best->name : "", two_digits(line.ratio),
               two_digits(line.fast_ratio));
    std::fflush(stdout);  // shows the line immediately, because the next takes seconds
    return line;
}

/// Runs only the requested side of a workload: one warm-up run, then the requested number of runs.
void run_only(const SimulationEntry& entry, const Device& device,
              std::span<const SimulationLibrary> libraries, const Options& options) {
    const auto work = entry.make(device);
    work->reset();
    for (int i = 0; i <= options.repeats; ++i) {
        work->restore();
        if (options.only == "glint") work->run_glint();
        for (const SimulationLibrary& library : libraries)
            if (library.compiler == options.only) work->run(library);
    }
    fmt::print("{}, {}: {} warm-up steps and {} x {} steps\n", entry.name, entry.size,
               work->steps(), options.repeats, work->steps());
}

double geometric_mean(std::span<const Line> lines, double Line::* ratio) {
    double sum = 0;
    for (const Line& line : lines) sum += std::log(line.*ratio);
    return std::exp(sum / static_cast<double>(lines.size()));
}

std::vector<SimulationEntry> wanted(const Options& options) {
    std::vector<SimulationEntry> entries = simulation_catalog();
    std::erase_if(entries, [&](const SimulationEntry& entry) {
        return entry.name.find(options.filter) == std::string::npos;
    });
    if (entries.empty())
        throw Error(ErrorCode::not_found, "choose simulations",
                    fmt::format("no simulation has '{}' in its name", options.filter));
    return entries;
}

void run(const Options& options) {
    const std::vector<SimulationEntry> entries = wanted(options);
    const Device device = Device::open(options.device);
    const unsigned threads = device.info().multiprocessors;
    std::vector<SimulationLibrary> libraries;
    std::vector<std::string> compilers;
    for (const OpenMpLibrary& library : open_openmp_libraries(threads)) {
        libraries.push_back(functions_of(library));
        compilers.push_back(library.compiler());
    }
    if (!options.only.empty()) {
        for (const SimulationEntry& entry : entries) run_only(entry, device, libraries, options);
        return;
    }
    const std::string headline = fmt::format("{}, {} threads, OpenMP by {}", device.name(), threads,
                                             fmt::join(compilers, ", "));
    fmt::print("{}\n", headline);
    fmt::print(kColumns, "simulation", "size", "glint ms", "best ms", "best OpenMP", "ratio",
               "-ffast-math");
    std::vector<Line> lines;
    for (const SimulationEntry& entry : entries)
        lines.push_back(compare(entry, device, libraries, options));
    fmt::print("The geometric mean of the ratios is {:.2f}, and with -ffast-math {:.2f} ({})\n",
               geometric_mean(lines, &Line::ratio), geometric_mean(lines, &Line::fast_ratio),
               headline);
}

int run_program(int argc, char** argv) {
    CLI::App program("Simulations on the CPU compared with hand-written OpenMP",
                     "glint_bench_simulations");
    Options options;
    add_options(program, options);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return program.exit(error) == 0 ? EXIT_SUCCESS : kWrongUsage;
    }
    run(options);
    return EXIT_SUCCESS;
}

}  // namespace

std::vector<SimulationEntry> simulation_catalog() {
    std::vector<SimulationEntry> entries;
    add_tunnels(entries);
    add_smoke(entries);
    add_waves(entries);
    add_ocean(entries);
    add_reaction(entries);
    add_gravity(entries);
    add_tree(entries);
    add_water(entries);
    add_birds(entries);
    add_solids(entries);
    add_sheet(entries);
    return entries;
}

}  // namespace glint::bench

int main(int argc, char** argv) {
    setenv("GLINT_LOG", "error", 0);
    try {
        return glint::bench::run_program(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "glint_bench_simulations: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
