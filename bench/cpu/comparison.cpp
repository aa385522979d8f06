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

}  // namespace

Comparison compare(const CatalogEntry& entry, const Device& device,
                   std::span<const ReferenceLibrary> libraries, int repeats) {
    Stream stream(device);
    const auto workload = entry.make(device);
    std::vector<Side> sides = sides_of(*workload, stream, libraries);
    for (const Side& side : sides) check(entry, *workload, side);
    take_turns(sides, repeats, [&] { workload->restore(); });
    const std::span references = std::span(sides).subspan(1);
    Comparison result{.name = entry.name,
                      .shape = entry.shape,
                      .lowering = workload->lowering(),
                      .target = entry.target,
                      .glint_seconds = sides.front().median(),
                      .best = fastest(references)};
    for (const Side& side : references) result.reference_seconds.push_back(side.median());
    return result;
}

}  // namespace glint::bench
