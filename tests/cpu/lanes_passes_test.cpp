// SPDX-License-Identifier: MIT
// Without any one of the optional optimization passes, the code is still correct, and differs from
// the code with that pass.
#include <bit>
#include <map>
#include <numeric>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using driver::Dim3;
using glint::test::expect_error;
using glint::test::ScopedVariable;

constexpr const char* kVariable = "GLINT_CPU_LANES_WITHOUT";

/// A pass, and a kernel that it changes.
struct Pass {
    const char* name;
    const char* kernel;

    friend void PrintTo(const Pass& pass, std::ostream* out) { *out << pass.name; }
};

constexpr Pass kPasses[] = {
    {"bound_indices", "plane"},   {"split_steps", "sums"},     {"widen_indices", "plane"},
    {"grid_loops", "sums"},       {"reads_ahead", "sums"},     {"narrow_groups", "crowd"},
    {"strips", "plane"},          {"joined_blocks", "plane"},  {"launch_constants", "plane"},
    {"repeated_values", "sums"},  {"whole_versions", "plane"}, {"usual_answers", "plane"},
    {"skipped_parts", "parts"},   {"row_divisions", "plane"},  {"double_divisions", "plane"},
    {"members", "plane"},         {"neighbours", "plane"},     {"likely_rows", "plane"},
    {"combined_atomics", "sums"}, {"last_atomics", "sums"},    {"repeated_operands", "sums"},
    {"whole_tests", "plane"}};

constexpr int kPlaneWidth = 150, kPlaneHeight = 37, kPlaneCells = kPlaneWidth * kPlaneHeight;

Dim3 block_of(const std::string& kernel) { return kernel == "plane" ? Dim3{16, 8} : Dim3{256}; }

std::string code_of(const Pass& pass) {
    const auto listing = source_compiler().inspect(
        lanes_source("lanes_passes.cu"),
        {.kernels = {pass.kernel}, .block = block_of(pass.kernel), .with_code = true});
    return listing.kernels.at(0).llvm;
}

/// Numbers n for which both n and n + 1 are valid indices.
std::vector<int> indices() {
    std::vector<int> numbers(kPlaneCells);
    for (int i = 0; i < kPlaneCells; ++i)
        numbers[i] = static_cast<int>(bodies::mix(static_cast<unsigned>(i)) % (kPlaneCells - 1));
    return numbers;
}

std::vector<int> planes(Program& program) {
    const auto order = indices();
    std::vector<int> cells(2 * kPlaneCells), out(kPlaneCells);
    std::iota(cells.begin(), cells.end(), 3);
    program.run("plane", {.grid = {10, 5}, .block = block_of("plane")}, kPlaneWidth, kPlaneHeight,
                cells.data(), order.data(), out.data());
    return out;
}

std::vector<int> sums(Program& program) {
    const auto in = indices();
    std::vector<int> out(257);
    program.run("sums", {.grid = {3}, .block = block_of("sums")}, std::uint64_t{kPlaneCells},
                in.data(), out.data(), out.data() + 256);
    return out;
}

std::vector<int> parts(Program& program) {
    const auto in = indices();
    std::vector<int> out(kPlaneCells);
    program.run("parts", {.grid = {22}, .block = block_of("parts")}, kPlaneCells, in.data(),
                out.data());
    return out;
}

std::vector<float> floats() {
    std::vector<float> numbers;
    for (const int number : indices()) numbers.push_back(static_cast<float>(number));
    return numbers;
}

/// The bits of floats. All floats here have integer values, so the order of operations does not
/// matter.
std::vector<int> bits_of(const std::vector<float>& numbers) {
    std::vector<int> bits;
    for (const float number : numbers) bits.push_back(std::bit_cast<int>(number));
    return bits;
}

std::vector<int> crowd(Program& program) {
    const auto in = floats();
    std::vector<float> out(kPlaneCells);
    program.run("crowd", {.grid = {1}, .block = block_of("crowd")}, 190, in.data(), out.data());
    return bits_of(out);
}

/// Result of a kernel, run as lanes or, for comparison, thread by thread.
std::vector<int> result(const std::string& kernel, const std::string& lowering) {
    static const std::map<std::string, std::vector<int> (*)(Program&)> runs = {
        {"plane", planes}, {"sums", sums}, {"parts", parts}, {"crowd", crowd}};
    compiler::Source source = lanes_source("lanes_passes.cu");
    source.cpu_lowering = lowering;
    Program program(source);
    return runs.at(kernel)(program);
}

class CpuLanesPass : public testing::TestWithParam<Pass> {
protected:
    ScopedVariable free_{"GLINT_CPU_LOWERING", std::nullopt};
};

TEST_P(CpuLanesPass, ChangesCodeButNotResults) {
    const ScopedVariable all(kVariable, std::nullopt);
    const std::string with = code_of(GetParam());
    const ScopedVariable without(kVariable, GetParam().name);
    EXPECT_TRUE(code_of(GetParam()) != with) << "it does nothing";
    EXPECT_EQ(result(GetParam().kernel, "lanes"), result(GetParam().kernel, "fibres"));
}

INSTANTIATE_TEST_SUITE_P(Passes, CpuLanesPass, testing::ValuesIn(kPasses),
                         [](const auto& pass) { return std::string(pass.param.name); });

TEST(CpuLanesPasses, AllCanBeDisabledTogether) {
    std::string names;
    for (const Pass& pass : kPasses) names += std::string(names.empty() ? "" : ",") + pass.name;
    const ScopedVariable without(kVariable, names);
    for (const char* kernel : {"plane", "sums", "parts", "crowd"})
        EXPECT_EQ(result(kernel, "lanes"), result(kernel, "fibres")) << kernel;
}

TEST(CpuLanesPasses, UnknownPassNamesListTheKnownOnes) {
    std::string names;
    for (const Pass& pass : kPasses) names += std::string(names.empty() ? "" : ", ") + pass.name;
    const ScopedVariable without(kVariable, "members,magic");
    expect_error(ErrorCode::invalid_argument, "unknown lane pass 'magic'. Use one of " + names,
                 [] { Program program(lanes_source("lanes_passes.cu")); });
}

}  // namespace
}  // namespace glint::cpu::test
