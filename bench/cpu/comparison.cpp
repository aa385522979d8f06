#include <bench/cpu/comparison.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

#include <bench/measure.hpp>
#include <glint/base/error.hpp>

namespace glint::bench {
namespace {

constexpr int kWarmUps = 3;
// Longer than idle OpenMP threads spin.
constexpr std::chrono::milliseconds kRest{4};

/// Glint or one of the libraries, at work on one workload.
struct Side {
    std::string name;
    std::function<void()> run;
    std::vector<double> times{};
};

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

double sample(Workload& workload, const Side& side) {
    std::this_thread::sleep_for(kRest);
    workload.restore();
    side.run();
    workload.restore();
    return seconds(side.run);
}

double median(std::vector<double> times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    return *middle;
}

void measure(Workload& workload, std::vector<Side>& sides, int repeats) {
    for (int i = 0; i < kWarmUps + repeats; ++i)
        for (Side& side : sides) {
            const double time = sample(workload, side);
            if (i >= kWarmUps) side.times.push_back(time);
        }
}

}  // namespace

Comparison compare(const CatalogEntry& entry, const Device& device,
                   std::span<const ReferenceLibrary> libraries, int repeats) {
    Stream stream(device);
    const auto workload = entry.make(device);
    std::vector<Side> sides = sides_of(*workload, stream, libraries);
    for (const Side& side : sides) check(entry, *workload, side);
    measure(*workload, sides, repeats);
    Comparison result{.name = entry.name,
                      .shape = entry.shape,
                      .lowering = workload->lowering(),
                      .target = entry.target,
                      .glint_seconds = median(sides.front().times)};
    for (const Side& side : std::span(sides).subspan(1))
        result.reference_seconds.push_back(median(side.times));
    const auto best = std::ranges::min_element(result.reference_seconds);
    result.best = static_cast<std::size_t>(best - result.reference_seconds.begin());
    return result;
}

}  // namespace glint::bench
