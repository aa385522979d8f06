// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Waves of wind and swell: the kernels of ocean.cu, with Fourier transforms between them. The
/// fields show the time at which the next step begins.
class Ocean final : public studio::Simulation {
public:
    explicit Ocean(const studio::SimulationOptions& options);

    void reset() override;
    /// Computes the surface at a time in seconds, and adds the foam that formed in the `passed`
    /// seconds before. Queued.
    void show_time(double seconds, double passed);

protected:
    void step(const studio::Step& now) override;

private:
    /// Inputs of the amplitudes, and the run's progress when the amplitudes were computed. The run
    /// may return to a state with other amplitudes.
    struct Known {
        std::vector<std::byte> parameters{};
        const studio::Code* code = nullptr;
        std::uint64_t step = 0;
        std::size_t events = 0;

        friend bool operator==(const Known&, const Known&) = default;
    };

    Known known();
    void make_surface(std::size_t patch, double seconds, double passed);
    /// Computes means of the slopes over squares of 2, 4, 8 ... cells.
    void make_coarse();

    studio::Pass set_amplitudes_{*this, "set_amplitudes"};
    studio::Pass move_waves_{*this, "move_waves"};
    studio::Pass join_{*this, "join"};
    studio::Pass halve_{*this, "halve"};
    Known known_;
    Array<std::complex<float>> spectra_;  // four spectra of one patch, later their surfaces
};

/// Throws Error(invalid_argument), with values that work, for invalid sizes or patches.
void require_patches(studio::Simulation& ocean);

}  // namespace glint::apps
