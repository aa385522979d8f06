// SPDX-License-Identifier: MIT
#include <apps/glint/error_bar.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/npy.hpp>
#include <glint/studio/run/exit_status.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/run_headless.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr double kShare = 2.0 / 3;  // coarse cells per fine cell, along each axis
constexpr double kSafety = 1.25;
constexpr const char* kMask = "solid";

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Length in cells on the coarser grid. The result is even, because some grids store pairs of
/// cells.
std::size_t fewer(double length) {
    return 2 * static_cast<std::size_t>(std::max(std::lround(length * kShare / 2), 1l));
}

/// Reads the columns of a table of monitors. Skips the columns of the step and the time.
std::vector<std::vector<double>> monitor_columns(const std::string& table) {
    std::vector<std::vector<double>> columns;
    bool is_header = true;
    for (const std::string_view line : text::split(table, '\n')) {
        if (std::exchange(is_header, false) || line.empty()) continue;
        const auto fields = text::split(line, ',');
        columns.resize(fields.size() - 2);
        for (std::size_t i = 2; i < fields.size(); ++i)
            columns[i - 2].push_back(text::parse_double(fields[i]).value_or(std::nan("")));
    }
    return columns;
}

/// Resamples a mask on a coarser grid. Each cell gets the value of the fine cell at its center.
std::vector<unsigned char> sampled(const std::vector<unsigned char>& fine,
                                   std::span<const std::size_t> from,
                                   std::span<const std::size_t> to) {
    const std::size_t axes = from.size();
    std::size_t count = 1;
    for (const std::size_t length : to) count *= length;
    std::vector<unsigned char> coarse(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rest = i, at = 0, stride = 1;
        for (std::size_t axis = axes; axis-- > 0;) {
            const std::size_t place = rest % to[axis];
            rest /= to[axis];
            at += stride * ((2 * place + 1) * from[axis] / (2 * to[axis]));
            stride *= from[axis];
        }
        coarse[i] = fine[at];
    }
    return coarse;
}

}  // namespace

Estimate estimate(const std::vector<double>& fine, const std::vector<double>& coarse,
                  double ratio) {
    const auto tail = [](const std::vector<double>& values, std::size_t quarters) {
        return std::span(values).subspan(values.size() * quarters / 4);
    };
    const auto last = tail(fine, 2);
    const double mean = mean_of(last), other = mean_of(tail(coarse, 2));
    const auto third = last.first(std::max<std::size_t>(last.size() / 2, 1));
    return {.mean = mean,
            .grid = kSafety * std::abs(mean - other) / (ratio - 1),
            .time = 0.5 * std::abs(mean_of(third) - mean_of(tail(fine, 3)))};
}

ErrorBar::ErrorBar(Entry entry, studio::Simulation& simulation, studio::RunOptions& options)
    : entry_(std::move(entry)), simulation_(&simulation) {
    std::string name = (fs::temp_directory_path() / "glint-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw Error(ErrorCode::io, "create a folder for the coarser grid",
                    fmt::format("the folder '{}' could not be created", name));
    folder_ = name;
    if (!options.monitors) options.monitors = folder_ / "monitors.csv";
    table_ = *options.monitors;
    const auto solid = simulation.field<unsigned char>(kMask).to_vector();
    constexpr unsigned char kBuiltIn = 2;
    has_inputs_ = std::ranges::any_of(
        solid, [](unsigned char each) { return each != 0 && each != kBuiltIn; });
}

ErrorBar::~ErrorBar() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

/// Resamples the obstacle of the fine grid to a file. Returns the file as an input: "solid=FILE".
std::string ErrorBar::coarser_input() const {
    const auto solid = simulation_->field<unsigned char>(kMask);
    const std::vector<std::size_t> from(solid.shape().begin(), solid.shape().end());
    std::vector<std::size_t> to = from;
    for (std::size_t& length : to) length = fewer(static_cast<double>(length));
    const std::vector<unsigned char> mask = sampled(solid.to_vector(), from, to);
    const fs::path file = folder_ / "solid.npy";
    write_atomically(file, npy_file(to, NpyType{'u', 1}, std::as_bytes(std::span(mask))));
    return fmt::format("{}={}", kMask, file.string());
}

std::unique_ptr<studio::Simulation> ErrorBar::coarser() const {
    studio::SimulationOptions options = options_for(entry_, simulation_->stream().device());
    options.text = simulation_->code().text();
    options.settings.clear();
    for (const ParameterSet& set : simulation_->parameters())
        for (const Parameter& parameter : set.list()) {
            std::string value = set.text(parameter);
            if (std::ranges::find(entry_.lengths, parameter.name) != entry_.lengths.end()) {
                const double length = set.get(parameter.name);
                value = parameter.type == ScalarType::i32 ? fmt::format("{}", fewer(length))
                                                          : fmt::format("{}", length * kShare);
            }
            options.settings.emplace_back(set.full_name(parameter), value);
        }
    if (has_inputs_) options.inputs = {coarser_input()};
    auto simulation = make_simulation(entry_, options);
    if (entry_.require) entry_.require(*simulation);
    return simulation;
}

int ErrorBar::print() {
    const auto fine = monitor_columns(read_text(table_));
    const auto steps = static_cast<double>(simulation_->now().number);
    const auto samples = fine.empty() ? std::size_t(0) : fine.front().size();
    if (samples < 8)
        throw Error(ErrorCode::invalid_argument, "estimate the errors of the monitors",
                    fmt::format("the run has {}, but at least 8 are required",
                                text::counted(samples, "frame")));
    const auto other = coarser();
    const auto shorter = static_cast<std::uint64_t>(std::lround(steps * kShare));
    const auto run = studio::run_headless(
        *other, {.steps = shorter, .sample_every = std::max<std::uint64_t>(shorter / samples, 1)});
    if (run.finding) {
        console::say("glint: on the coarser grid: {}\n", run.finding->text);
        return studio::kWentWrong;
    }
    std::size_t column = 0;
    for (const studio::Derived& derived : simulation_->declaration().derived) {
        if (!derived.is_monitor()) continue;
        const Estimate found = estimate(fine[column], run.monitors.columns[column], 1 / kShare);
        console::print("{} = {:.5g} ± {:.2g} (grid {:.2g}, time {:.2g})\n", derived.display.label,
                       found.mean, found.error(), found.grid, found.time);
        ++column;
    }
    console::print(
        "The means cover the last half of the {:g} steps. The errors are estimated from a second "
        "run with two thirds of the cells along each axis.\n",
        steps);
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
