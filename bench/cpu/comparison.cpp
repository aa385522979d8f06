// SPDX-License-Identifier: MIT
#include <bench/cpu/comparison.hpp>

#include <utility>

#include <fmt/format.h>

#include <bench/openmp/turns.hpp>
#include <glint/base/error.hpp>

namespace glint::bench {
namespace {

std::vector<Side> sides_of(Workload& workload, Stream& stream,
                           std::span<const ReferenceLibrary> libraries) {
    std::vector<Side> sides{{.name = "glint", .run = [&] {
                                 workload.launch(stream);
                                 stream.synchronize();
                             }}};
    for (const ReferenceLibrary& library : libraries)
        sides.push_back({.name = library.compiler, .run = [&] { workload.run(library); }});
    return sides;
}

void check(const CatalogEntry& entry, Workload& workload, const Side& side) {
    workload.reset();
    side.run();
    if (const auto mistake = workload.mistake())
        throw Error(ErrorCode::bad_input,
                    fmt::format("check {} ({}) by {}", entry.name, entry.shape, side.name),
                    *mistake);
}

// Returns the index of the fastest library: of those with -ffast-math if `fast_math` is true, else
// of those without it. Returns nullopt if no library matches.
std::optional<std::size_t> fastest_of(std::span<const ReferenceLibrary> libraries,
                                      std::span<const double> seconds, bool fast_math) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < libraries.size(); ++i)
        if (libraries[i].has_fast_math() == fast_math && (!best || seconds[i] < seconds[*best]))
            best = i;
    return best;
}

}  // namespace

Comparison compare(const CatalogEntry& entry, const Device& device,
                   std::span<const ReferenceLibrary> libraries, int repeats) {
    Stream stream(device);
    const auto workload = entry.make(device);
    std::vector<Side> sides = sides_of(*workload, stream, libraries);
    for (const Side& side : sides) check(entry, *workload, side);
    take_turns(sides, repeats, [&] { workload->restore(); });
    Comparison result{.name = entry.name,
                      .shape = entry.shape,
                      .lowering = workload->lowering(),
                      .target = entry.target,
                      .glint_seconds = sides.front().median()};
    for (const Side& side : std::span(sides).subspan(1))
        result.reference_seconds.push_back(side.median());
    const auto best = fastest_of(libraries, result.reference_seconds, false);
    if (!best)
        throw Error(ErrorCode::not_found, fmt::format("compare {}", entry.name),
                    "no OpenMP reference without -ffast-math could be loaded");
    result.best = *best;
    result.best_fast = fastest_of(libraries, result.reference_seconds, true);
    return result;
}

}  // namespace glint::bench
