// SPDX-License-Identifier: MIT
// Compares apps/wind_tunnel with its OpenMP references: flow around a cylinder in 2D and around a
// ball in 3D, with 32-bit and 16-bit populations.
#include <bit>

#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float16.hpp>

namespace glint::bench {
namespace {

struct TunnelSize {
    int width, height, depth;

    bool is_space() const { return depth > 1; }
    std::size_t cells() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(depth);
    }
    /// Returns settings for the given size. In 3D, sets a Reynolds number at which glint, like the
    /// reference, does not damp the flow after the inlet.
    Settings settings() const {
        Settings settings{{"width", std::to_string(width)}, {"height", std::to_string(height)}};
        if (is_space()) {
            settings.emplace_back("depth", std::to_string(depth));
            settings.emplace_back("reynolds", "100");
        }
        return settings;
    }
};

/// x of the cells in and next to obstacles, row by row, and where the cells of each row begin.
struct Obstacle {
    std::vector<int> starts, adjacent;

    Obstacle(const TunnelSize& size, std::span<const unsigned char> solid) {
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y) {
                starts.push_back(static_cast<int>(adjacent.size()));
                for (int x = 1; x < size.width - 1; ++x)
                    if (is_near(size, solid, x, y, z)) adjacent.push_back(x);
            }
        starts.push_back(static_cast<int>(adjacent.size()));
    }

private:
    static bool is_near(const TunnelSize& size, std::span<const unsigned char> solid, int x, int y,
                        int z) {
        for (int k = std::max(z - 1, 0); k <= std::min(z + 1, size.depth - 1); ++k)
            for (int j = std::max(y - 1, 0); j <= std::min(y + 1, size.height - 1); ++j)
                for (int i = x - 1; i <= x + 1; ++i)
                    if (solid[static_cast<std::size_t>((k * size.height + j) * size.width + i)])
                        return true;
        return false;
    }
};

template <class T, int kCount>
struct TunnelNumbers {
    T of[kCount];
};

/// The parts of a tunnel's work that do not depend on how populations are stored.
class TunnelWork : public SimulationWork {
public:
    void run_glint() override { advance(*simulation_, steps()); }

protected:
    TunnelWork(const Device& device, const char* name, const TunnelSize& size)
        : simulation_(simulation_of(name, device, size.settings())),
          force_(device, size.is_space() ? 3 * size.cells() : 2 * size.cells()),
          solid_(copy_of(elements_of<unsigned char>(*simulation_, "solid"))),
          obstacle_(size, solid_),
          is_space_(size.is_space()) {
        const auto shape = elements_of<TunnelNumbers<float, 4>>(
            *simulation_, size.is_space() ? "ball" : "cylinder")[0];
        const auto number = [&](const char* parameter) {
            return simulation_->get<float>(parameter);
        };
        tunnel_ = {.width = size.width,
                   .height = size.height,
                   .depth = size.depth,
                   .speed = number("speed"),
                   .viscosity = number("speed") * number("size") / number("reynolds"),
                   .sponge = number("sponge"),
                   .centre = {shape.of[0], shape.of[1], shape.of[2]},
                   .radius = shape.of[size.is_space() ? 3 : 2],
                   .solid = solid_.data(),
                   .starts = obstacle_.starts.data(),
                   .adjacent = obstacle_.adjacent.data()};
        std::memset(force_.data(), 0, force_.size() * sizeof(float));
        set_steps(2 * steps_for(size.cells()));
    }

    /// Compares total forces, because in 3D glint stores the force in the ball's cells and the
    /// reference stores it in fluid cells.
    std::optional<std::string> mistake_of_force() {
        const int axes = is_space_ ? 3 : 2;
        const float* wanted =
            is_space_ ? elements_of<TunnelNumbers<float, 3>>(*simulation_, "force").data()->of
                      : elements_of<TunnelNumbers<float, 2>>(*simulation_, "force").data()->of;
        std::vector<double> ours(axes), theirs(axes);
        for (std::size_t i = 0; i < force_.size(); ++i) {
            ours[i % axes] += wanted[i];
            theirs[i % axes] += force_.data()[i];
        }
        return difference_of<double>("force", theirs, ours, {.absolute = 1e-3});
    }

    /// Zeroes the populations of obstacle cells: in 3D, glint stores reflected populations there,
    /// and the reference stores zeros.
    template <class T>
    void forget_obstacles(std::vector<T>& populations) const {
        const auto width = static_cast<std::size_t>(tunnel_.width);
        for (std::size_t i = 0; i < solid_.size(); ++i)
            for (std::size_t d = 0; d < 19 && solid_[i] != 0; ++d)
                populations[(i / width * 19 + d) * width + i % width] = T{};
    }

    std::unique_ptr<studio::Simulation> simulation_;
    DeviceMemory<float> force_;
    openmp::Tunnel tunnel_{};

private:
    static std::vector<unsigned char> copy_of(std::span<const unsigned char> all) {
        return {all.begin(), all.end()};
    }

    std::vector<unsigned char> solid_;  // a copy, because a reset allocates new arrays
    Obstacle obstacle_;
    bool is_space_;
};

class Tunnel final : public TunnelWork {
public:
    Tunnel(const Device& device, const char* name, TunnelSize size)
        : TunnelWork(device, name, size),
          is_space_(size.is_space()),
          f_(device, elements_of<float>(*simulation_, "f")) {}

    void reset() override {
        simulation_->reset();
        f_.assign(elements_of<float>(*simulation_, "f"));
    }
    void run(const SimulationLibrary& library) override {
        const auto step = is_space_ ? library.tunnel_space : library.tunnel_plane;
        for (int i = 0; i < steps(); ++i) {
            step(&tunnel_, f_.now(), force_.data(), f_.next());
            f_.swap();
        }
    }
    std::optional<std::string> mistake() override {
        const auto all = elements_of<float>(*simulation_, "f");
        std::vector<float> wanted(all.begin(), all.end());
        if (is_space_) forget_obstacles(wanted);
        if (auto found =
                difference_of<float>("populations", f_.values(), wanted, {.absolute = 1e-5}))
            return found;
        return mistake_of_force();
    }

private:
    bool is_space_;
    TwoPlaces<float> f_;
};

/// Compares the 3D tunnel with 16-bit populations. glint stores pairs of cells in a word; the
/// reference stores the halves of each row contiguously.
class TunnelOfHalves final : public TunnelWork {
public:
    TunnelOfHalves(const Device& device, TunnelSize size)
        : TunnelWork(device, "wind_tunnel3d_16", size),
          half_(19 * size.cells() / 2),
          f_(device, halves_of_simulation()) {}

    void reset() override {
        simulation_->reset();
        f_.assign(halves_of_simulation());
    }
    void run(const SimulationLibrary& library) override {
        for (int i = 0; i < steps(); ++i) {
            library.tunnel_halves(&tunnel_, f_.now(), force_.data(), f_.next());
            f_.swap();
        }
    }
    std::optional<std::string> mistake() override {
        std::vector<unsigned short> wanted = halves_of_simulation();
        forget_obstacles(wanted);
        const auto numbers = [](std::span<const unsigned short> halves) {
            std::vector<float> values;
            for (const unsigned short bits : halves)
                values.push_back(static_cast<float>(std::bit_cast<half>(bits)) / 32768);
            return values;
        };
        // glint and the reference round to halves differently, and the errors propagate.
        if (auto found = difference(numbers(f_.values()), numbers(wanted),
                                    {.relative = 5e-3, .absolute = 5e-5}))
            return "populations: " + *found;
        return std::nullopt;
    }

private:
    std::vector<unsigned short> halves_of_simulation() {
        std::vector<unsigned short> halves(2 * half_);
        const auto words = elements_of<unsigned>(*simulation_, "f");
        for (std::size_t i = 0; i < half_; ++i) {
            halves[i] = static_cast<unsigned short>(words[i] & 0xffff);
            halves[half_ + i] = static_cast<unsigned short>(words[i] >> 16);
        }
        return halves;
    }

    std::size_t half_;
    TwoPlaces<unsigned short> f_;
};

}  // namespace

void add_tunnels(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Tunnel>("wind_tunnel", "2304 x 960", "wind_tunnel",
                                               TunnelSize{2304, 960, 1}));
    entries.push_back(simulation_entry<Tunnel>("wind_tunnel3d", "192 x 96 x 96", "wind_tunnel3d",
                                               TunnelSize{192, 96, 96}));
    entries.push_back(simulation_entry<TunnelOfHalves>("wind_tunnel3d_16", "192 x 96 x 96",
                                                       TunnelSize{192, 96, 96}));
}

}  // namespace glint::bench
