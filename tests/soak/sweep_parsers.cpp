// SPDX-License-Identifier: MIT
#include "sweep_parsers.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <apps/glint/sweep_request.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/studio/batch/axis.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

#include "require.hpp"

namespace glint::soak {
namespace {

namespace fs = std::filesystem;

/// Writes the bytes to a temporary file of this process.
fs::path file_with(std::string_view bytes, const char* extension) {
    static const fs::path folder =
        fs::temp_directory_path() / fmt::format("glint-soak-{}", ::getpid());
    fs::path file = folder / (std::string("fuzzed") + extension);
    fs::create_directories(folder);
    replace_file(file, std::as_bytes(std::span(bytes)), {.durable = false});
    return file;
}

const studio::Declaration& declaration() {
    static const studio::Declaration known =
        studio::read_declaration("known.cu", R"(#include <glint/sim.cuh>
//@ simulation "Known"
struct Params {
    float feed = 0.1f;    //@ 0..1 "Feed"
    int count = 3;        //@ 1..1000 "Count"
    bool frozen = false;  //@ "Frozen"
    float3 tint = {};     //@ -1..1 "Tint"
};
struct Grid {             //@ 8 x 8
    float* level;         //@ 0..1 "Level"
};
)");
    return known;
}

/// Checks that each case has a nonempty value for each axis.
void require_sound_cases(const studio::Cases& cases) {
    require(cases.size() >= 1 && cases.size() <= studio::Cases::kMax);
    for (const std::size_t index : {std::size_t(0), cases.size() / 2, cases.size() - 1}) {
        const std::vector<std::string> values = cases.values(index);
        require(values.size() == cases.axes().size());
        for (const std::string& value : values) require(!value.empty());
    }
}

}  // namespace

void sweep_file(std::string_view bytes) {
    apps::SweepRequest named;
    named.simulation = file_with(bytes, ".toml").string();
    const apps::SweepRequest request = apps::read_sweep_file(named);
    require(!request.simulation.empty());
    require(request.samples.value_or(1) <= studio::Cases::kMax);
    require(request.jobs.value_or(1) <= apps::kMaxJobs);
    for (const auto& [flag, value] : request.passed) require(flag.starts_with("--"));
    std::vector<studio::AxisSpec> specs;
    for (const std::string& text : request.axes) specs.push_back(studio::parse_axis(text));
    require_sound_cases(studio::cases_of(studio::axes_of(
        declaration(), specs,
        {.samples = request.samples.value_or(0), .is_latin = request.is_latin.value_or(false)})));
}

void axis(std::string_view bytes) {
    const studio::AxisSpec spec = studio::parse_axis(bytes);
    require(!spec.name.empty() && spec.count <= studio::Cases::kMax);
    constexpr double kFew = 10'000;  // a larger number would only take longer
    if (static_cast<double>(spec.count) > kFew || spec.high - spec.low > kFew) return;
    require_sound_cases(
        studio::cases_of(studio::axes_of(declaration(), std::vector{spec}, {.samples = 3})));
}

void case_result(std::string_view bytes) {
    const fs::path file = file_with(bytes, ".json");
    const auto result = studio::read_case_result(file);
    if (!result) return;
    studio::write_case_result(file, *result);
    const auto again = studio::read_case_result(file);
    require(again && again->status == result->status && again->arguments == result->arguments &&
            again->monitors.size() == result->monitors.size());
}

}  // namespace glint::soak
