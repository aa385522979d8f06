#include <glint/studio/run/order_check.hpp>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <glint/driver/copies.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {
namespace {

constexpr unsigned kFrames = 2;
constexpr std::size_t kMostSingleThreads = 1u << 20u;

/// A simulation whose kernels are run one at a time.
class Single final : public Simulation {
public:
    Single(const SimulationOptions& options, bool is_backwards)
        : Simulation(options,
                     CodeOptions{.read = {.has_host = true}, .is_backwards = is_backwards}) {}
    using Simulation::run_pass;
};

class OrderCheck {
public:
    explicit OrderCheck(const SimulationOptions& options)
        : forwards_(options, false), backwards_(options, true) {}

    std::vector<Mistake> run() {
        for (std::size_t i = 0; i < passes().size(); ++i)
            if (passes()[i].role == Role::init) compare_pass(i);
        for (std::size_t i = 0; i < passes().size(); ++i)
            if (passes()[i].role == Role::drag) compare_pass(i);
        const unsigned steps = kFrames * forwards_.declaration().steps_per_frame;
        for (unsigned step = 0; step < std::min(steps, 64u); ++step) {
            for (std::size_t i = 0; i < passes().size(); ++i)
                if (passes()[i].role == Role::step) compare_pass(i);
        }
        return std::move(mistakes_);
    }

private:
    const std::vector<DeclaredPass>& passes() const { return forwards_.declaration().passes; }

    /// Both start from the same state.
    void compare_pass(std::size_t index) {
        const DeclaredPass& pass = passes()[index];
        const auto shape = single_threads(pass);
        forwards_.run_pass(index, forwards_.now(), {}, shape);
        if (!pass.has_atomics) {
            backwards_.run_pass(index, backwards_.now(), {}, shape);
            for (const Argument& argument : pass.arguments)
                if (argument.writes()) compare_fields(pass, argument);
        }
        copy_state();
    }

    /// A block for each element, where blocks of any shape give the same: else what the threads of
    /// one block do to each other has the same order in both runs. Nothing where the pass needs the
    /// blocks that it has, or there are too many elements.
    std::optional<LaunchShape> single_threads(const DeclaredPass& pass) {
        const Extents& extents = forwards_.state().extents(pass.over);
        if (pass.uses_blocks || pass.tiling || extents.count() > kMostSingleThreads)
            return std::nullopt;
        const auto length = [](std::size_t extent) { return static_cast<unsigned>(extent); };
        return LaunchShape{
            .grid = {length(extents.width), length(extents.height), length(extents.depth)}};
    }

    void compare_fields(const DeclaredPass& pass, const Argument& argument) {
        const auto& fields = forwards_.declaration().structures[argument.structure].fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const Declaration::Place place{argument.structure, i};
            const bool is_meant = argument.kind == Argument::Kind::structure || argument.field == i;
            if (!is_meant || bytes(forwards_, place) == bytes(backwards_, place)) continue;
            Mistake mistake{
                pass.line,
                fmt::format(
                    "the result of '{}' depends on the order of its threads: write '{}_next'",
                    pass.kernel, fields[i].name)};
            if (std::ranges::find(mistakes_, mistake) == mistakes_.end())
                mistakes_.push_back(std::move(mistake));
        }
    }
    static std::vector<std::byte> bytes(Single& simulation, Declaration::Place place) {
        return to_vector(simulation.stream(), simulation.state().memory(place));
    }

    void copy_state() {
        const auto& structures = forwards_.declaration().structures;
        for (std::size_t s = 0; s < structures.size(); ++s) {
            for (std::size_t f = 0; f < structures[s].fields.size(); ++f) {
                const std::vector<std::byte> elements = bytes(forwards_, {s, f});
                upload(backwards_.stream(), backwards_.state().memory({s, f}), elements);
                backwards_.stream().synchronize();
            }
        }
    }

    Single forwards_;
    Single backwards_;
    std::vector<Mistake> mistakes_;
};

}  // namespace

std::vector<Mistake> order_mistakes(const std::filesystem::path& file) {
    return OrderCheck({.device = Device::open("cpu"), .file = file}).run();
}

}  // namespace glint::studio
