// SPDX-License-Identifier: MIT
// Compares apps/galaxy with its OpenMP reference.
#include <algorithm>
#include <cmath>

#include <apps/galaxy/galaxy.hpp>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

constexpr unsigned kTreeBefore = 2;  // number of steps before the first measured step
constexpr std::size_t kDigits = 2048;

class Stars final : public SimulationWork {
public:
    Stars(const Device& device, int count)
        : simulation_(simulation_of("galaxy", device, {{"count", fmt::format("{}", count)}})),
          galaxy_(dynamic_cast<apps::Galaxy&>(*simulation_)),
          count_(static_cast<std::size_t>(count)),
          numbers_(device, 16 * count_),
          keys_(device, 2 * count_),
          orders_(device, 3 * count_),
          digits_(device, count_),
          begins_(device, kDigits + 1),
          counts_(device, (kDigits + 1) * device.info().multiprocessors),
          nodes_(device, 2 * count_),
          groups_(device, count_) {
        galaxy_.advance(kTreeBefore);
        place_ = copied("position"), velocity_ = copied("velocity"), pull_ = copied("pull");
    }

    void reset() override {
        const auto assign = [&](const char* field, const std::vector<Float4>& values,
                                std::size_t part) {
            std::ranges::copy(values, elements_of<Float4>(galaxy_, field).begin());
            std::memcpy(fours(part), values.data(), sizeof(Float4) * count_);
        };
        assign("position", place_, 0), assign("velocity", velocity_, 1), assign("pull", pull_, 2);
    }
    void run_glint() override { advance(galaxy_, steps()); }
    void run(const SimulationLibrary& library) override {
        const OctreeOptions& options = galaxy_.tree().options();
        const openmp::TreeBodies bodies{
            .count = static_cast<int>(count_),
            .leaf = static_cast<int>(options.leaf),
            .group = static_cast<int>(options.group),
            .bucket = static_cast<int>(options.bucket),
            .dt = static_cast<float>(galaxy_.now().dt),
            .theta = galaxy_.get<float>("theta"),
            .softening = galaxy_.get<float>("softening"),
            .quadrupoles = galaxy_.get<bool>("quadrupoles") ? 1.0f : 0.0f,
            .place = fours(0),
            .velocity = fours(1),
            .pull = fours(2),
            .sorted = fours(3),
            .keys = keys_.data(),
            .other_keys = keys_.data() + count_,
            .order = orders_.data(),
            .other_order = orders_.data() + count_,
            .digits = digits_.data(),
            .begins = begins_.data(),
            .counts = counts_.data(),
            .places = orders_.data() + 2 * count_,
            .nodes = nodes_.data(),
            .max_nodes = static_cast<int>(nodes_.size()),
            .groups = groups_.data()};
        for (int i = 0; i < steps(); ++i) found_ = library.tree(&bodies);
    }
    std::optional<std::string> mistake() override {
        if (const std::size_t wanted = galaxy_.tree().nodes().size();
            found_ != static_cast<int>(wanted))
            return fmt::format("the tree has {} nodes, not {}", found_, wanted);
        const auto wanted = elements_of<Float4>(galaxy_, "pull");
        std::vector<float> off;
        for (std::size_t i = 0; i < count_; ++i) {
            const float *const got = fours(2) + 4 * i,
                               w[3] = {wanted[i].x, wanted[i].y, wanted[i].z};
            off.push_back(std::hypot(got[0] - w[0], got[1] - w[1], got[2] - w[2]) /
                          std::hypot(w[0], w[1], w[2]));
        }
        const std::vector<float> none(count_);
        return difference_of<float>("attraction compared with glint's", off, none,
                                    {.relative = 0, .absolute = 1e-3});
    }

private:
    float* fours(std::size_t part) { return numbers_.data() + 4 * part * count_; }
    std::vector<Float4> copied(const char* field) {
        const auto values = elements_of<Float4>(galaxy_, field);
        return {values.begin(), values.end()};
    }

    std::unique_ptr<studio::Simulation> simulation_;
    apps::Galaxy& galaxy_;
    std::size_t count_;
    int found_ = 0;
    DeviceMemory<float> numbers_;
    DeviceMemory<unsigned long long> keys_;
    DeviceMemory<int> orders_;
    DeviceMemory<unsigned> digits_;
    DeviceMemory<int> begins_, counts_;
    DeviceMemory<openmp::TreeNode> nodes_;
    DeviceMemory<openmp::TreeGroup> groups_;
    std::vector<Float4> place_, velocity_, pull_;
};

}  // namespace

void add_tree(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Stars>("galaxy", "65536", 65536));
}

}  // namespace glint::bench
