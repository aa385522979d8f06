// SPDX-License-Identifier: MIT
#include <bench/arrays/openmp_comparison.hpp>

#include <glint/base/error.hpp>
#include <glint/driver/memory.hpp>

namespace glint::bench {
namespace {

// Maximum number of inputs that a reference can have.
constexpr std::size_t kInputs = 8;

openmp::Run* run_of(const OpenMpLibrary& library, const std::string& row) {
    decltype(&openmp::openmp_array_row) find = nullptr;
    library.find("openmp_array_row", find);
    if (openmp::Run* run = find(row.c_str())) return run;
    throw Error(ErrorCode::not_found, "compare with OpenMP",
                fmt::format("row '{}' not found", row));
}

void check(const std::string& row, const std::string& compiler, const Outcome& outcome,
           std::span<const std::byte> wanted, double relative) {
    if (const auto mistake = outcome.difference(outcome.bytes, wanted, relative))
        throw Error(ErrorCode::bad_input,
                    fmt::format("compare '{}' with OpenMP by {}", row, compiler), *mistake);
}

/// Returns a Side whose measured work is `calls` calls of `once`, followed by one call of `end`.
Side side_of(std::string name, int calls, std::function<void()> once, std::function<void()> end) {
    return {.name = std::move(name), .run = [=] {
                for (int call = 0; call < calls; ++call) once();
                end();
            }};
}

Compared summary(std::span<const Side> sides, int calls) {
    const auto references = sides.subspan(1);
    const Side& best = references[fastest(references)];
    return {sides.front().median() / calls, best.median() / calls, best.name};
}

}  // namespace

OpenMpComparison::OpenMpComparison(Stream& stream, std::size_t count, int repeats)
    : stream_(stream),
      count_(count),
      repeats_(repeats),
      libraries_(open_openmp_libraries(stream.device().info().multiprocessors)) {}

Compared OpenMpComparison::compare(const std::string& row, const Operands& operands,
                                   const Outcome& outcome, const std::function<void()>& work) {
    DeviceMemory<std::byte> out(stream_, outcome.bytes.size());
    DeviceMemory<std::byte> scratch(stream_, operands.scratch_bytes);
    stream_.synchronize();
    std::vector<const void*> in = operands.in;
    in.resize(kInputs);
    const openmp::Problem problem{.count = operands.count == 0 ? count_ : operands.count,
                                  .rows = operands.rows,
                                  .columns = operands.columns,
                                  .in = in.data(),
                                  .out = out.data(),
                                  .scratch = scratch.data()};
    std::vector<Side> sides{
        side_of("glint", operands.calls, work, [this] { stream_.synchronize(); })};
    for (const OpenMpLibrary& library : libraries_) {
        const auto run = run_of(library, operands.reference.empty() ? row : operands.reference);
        const auto once = [&problem, run] { run(problem); };
        std::memset(out.data(), 255, out.size());
        once();
        check(row, library.compiler(), outcome, {out.data(), out.size()}, operands.relative);
        sides.push_back(side_of(library.compiler(), operands.calls, once, [] {}));
    }
    take_turns(sides, repeats_, [] {});
    return summary(sides, operands.calls);
}

}  // namespace glint::bench
