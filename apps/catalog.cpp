#include <apps/catalog.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <apps/gray_scott/gray_scott.hpp>
#include <apps/particles/particles.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

template <class Simulation>
std::unique_ptr<app::Simulation> make(const Setup& setup) {
    return std::make_unique<Simulation>(setup);
}

constexpr std::array kEntries{
    Entry{"particles", "Particles", "a million particles in a swirling flow, pulled by attractors",
          1.0 / 60.0, 60.0, make<Particles>},
    Entry{"gray_scott", "Gray Scott", "two chemicals that react into spots, stripes and mazes", 1.0,
          1200.0, make<GrayScott>},
};

}  // namespace

std::span<const Entry> catalog() { return kEntries; }

const Entry& find_entry(std::string_view name) {
    const auto found = std::ranges::find(kEntries, name, &Entry::name);
    if (found != kEntries.end()) return *found;
    std::vector<std::string> names;
    for (const Entry& entry : kEntries) names.emplace_back(entry.name);
    throw app::WrongOption(
        Error(ErrorCode::not_found, fmt::format("run '{}'", name),
              fmt::format("there is no such simulation{}; `glint list` shows all",
                          text::did_you_mean(name, names))));
}

}  // namespace glint::apps
