// SPDX-License-Identifier: MIT
#include <glint/studio/run/order_check.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/detail/launch_shape.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {
namespace {

constexpr unsigned kFrames = 2;
constexpr std::uint64_t kMaxCheckedSteps = 64;
/// Limit for elements times steps, which allows 16 steps for 256 x 256 elements.
constexpr std::uint64_t kMaxWork = 1u << 20u;
constexpr std::uint64_t kMaxSingleThreads = 1u << 20u;
constexpr std::uint64_t kMaxBlocksAcross = 65535;  ///< maximum number of blocks along y and z

/// A simulation whose kernels run one at a time, in a given thread order.
class Ordered final : public Simulation {
public:
    explicit Ordered(const SimulationOptions& options)
        : Simulation(options, CodeOptions{.read = {.has_host = true}, .has_thread_order = true}) {}

    void run(std::size_t index, const ThreadOrder& order, const LaunchShape& shape) {
        set(order);
        run_pass(index, now(), {}, shape);
        set({});
    }
    LaunchShape shape(std::size_t index) const {
        const DeclaredPass& pass = declaration().passes[index];
        return shape_of(pass, code().pass(index), declaration(), state().extents(pass.over));
    }

private:
    void set(const ThreadOrder& order) {
        upload(stream(), *code().thread_order(), std::span(&order, 1));
        stream().synchronize();
    }
};

class OrderCheck {
public:
    explicit OrderCheck(const SimulationOptions& options) : simulation_(options) {}

    std::vector<Mistake> run() {
        compare_passes(Role::init);
        simulation_.continue_from(0, mouse_at_center());
        compare_passes(Role::drag);
        const std::uint64_t steps = step_count();
        for (std::uint64_t step = 0; step < steps; ++step) {
            simulation_.continue_from(step, simulation_.mouse());
            compare_passes(Role::step);
        }
        compare_passes(Role::draw);
        return std::move(mistakes_);
    }

private:
    using Elements = std::vector<std::vector<std::byte>>;

    const std::vector<DeclaredPass>& passes() const { return simulation_.declaration().passes; }

    /// Returns the number of steps to check: the steps of the first frames, or more steps if they
    /// do not take long. A race may occur only in later steps.
    std::uint64_t step_count() const {
        const Declaration& declaration = simulation_.declaration();
        std::uint64_t elements = 1;
        for (std::size_t i = 0; i < declaration.structures.size(); ++i)
            elements += simulation_.state().extents(i).count();
        const std::uint64_t wanted =
            std::max<std::uint64_t>(kFrames * declaration.steps_per_frame, kMaxWork / elements);
        return std::min(wanted, kMaxCheckedSteps);
    }

    /// Returns a mouse position in the center of the structure that the first `drag` kernel runs
    /// over.
    Mouse mouse_at_center() const {
        const auto pass = std::ranges::find(passes(), Role::drag, &DeclaredPass::role);
        if (pass == passes().end()) return {};
        const Extents& extents = simulation_.state().extents(pass->over);
        const auto half = [](std::size_t length) { return 0.5f * static_cast<float>(length); };
        Mouse mouse{.place = {half(extents.width), half(extents.height), half(extents.depth)}};
        mouse.before = mouse.place;
        mouse.before[0] -= 1;
        return mouse;
    }

    void compare_passes(Role role) {
        for (std::size_t i = 0; i < passes().size(); ++i)
            if (passes()[i].role == role) compare_pass(i);
    }

    /// Runs a kernel twice from the same state, in forward and in reverse order, and compares the
    /// results. These two runs omit atomic additions to floats, because the order changes how the
    /// sums are rounded. If the kernel has such additions, runs it again with them, to get the
    /// state for the next kernel.
    void compare_pass(std::size_t index) {
        const std::string& reason = simulation_.code().unordered_reason(index);
        const bool adds_floats = reason == compiler::kAddsFloatsByAtomics;
        auto [order, shape] = forwards(index);
        order.omits_float_atomics = adds_floats ? 1 : 0;
        if (reason.empty() || adds_floats) {
            const Snapshot before = simulation_.capture();
            ThreadOrder reversed = order;
            reversed.is_reversed = 1;
            simulation_.run(index, reversed, shape);
            const Elements backwards = written(index);
            simulation_.restore(before);
            simulation_.run(index, order, shape);
            compare(index, backwards, written(index));
            if (!adds_floats) return;
            simulation_.restore(before);
        }
        order.omits_float_atomics = 0;
        simulation_.run(index, order, shape);
    }

    struct Launch {
        ThreadOrder order;
        LaunchShape shape;
    };
    /// Returns a launch in forward order. Each thread is a separate block, so that the threads of a
    /// block are ordered too. If the threads of a block cooperate, or if the number of threads is
    /// too large, launches whole blocks instead.
    Launch forwards(std::size_t index) {
        const LaunchShape shape = simulation_.shape(index);
        const Launch whole{{}, shape};
        if (has_block_cooperation(passes()[index], simulation_.code().pass(index))) return whole;
        const std::array<std::uint64_t, 3> threads{std::uint64_t{shape.grid.x} * shape.block.x,
                                                   std::uint64_t{shape.grid.y} * shape.block.y,
                                                   std::uint64_t{shape.grid.z} * shape.block.z};
        if (std::max(threads[1], threads[2]) > kMaxBlocksAcross ||
            threads[0] * threads[1] * threads[2] > kMaxSingleThreads)
            return whole;
        const auto length = [](std::uint64_t count) { return static_cast<unsigned>(count); };
        return {{.block = {shape.block.x, shape.block.y, shape.block.z}},
                {.grid = {length(threads[0]), length(threads[1]), length(threads[2])},
                 .block = {1, 1, 1}}};
    }

    std::vector<Declaration::Place> places_written(std::size_t index) const {
        std::vector<Declaration::Place> places;
        for (const Argument& argument : passes()[index].arguments) {
            if (!argument.writes()) continue;
            const auto& fields = simulation_.declaration().structures[argument.structure].fields;
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (argument.kind == Argument::Kind::structure || argument.field == i)
                    places.push_back({argument.structure, i});
        }
        return places;
    }

    Elements written(std::size_t index) {
        Elements all;
        for (const Declaration::Place place : places_written(index))
            all.push_back(
                to_vector(simulation_.stream(), std::as_const(simulation_).state().memory(place)));
        return all;
    }

    void compare(std::size_t index, const Elements& backwards, const Elements& forwards) {
        const std::vector<Declaration::Place> places = places_written(index);
        const DeclaredPass& pass = passes()[index];
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (backwards[i] == forwards[i]) continue;
            const auto& structure = simulation_.declaration().structures[places[i].structure];
            Mistake mistake{pass.line,
                            fmt::format("the result of kernel '{}' depends on the order of its "
                                        "threads. Write to '{}_next' instead",
                                        pass.kernel, structure.fields[places[i].field].name)};
            if (std::ranges::find(mistakes_, mistake) == mistakes_.end())
                mistakes_.push_back(std::move(mistake));
        }
    }

    Ordered simulation_;
    std::vector<Mistake> mistakes_;
};

}  // namespace

std::vector<Mistake> order_mistakes(const std::filesystem::path& file) {
    return OrderCheck({.device = Device::open("cpu"), .file = file}).run();
}

}  // namespace glint::studio
