// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Waves of wind and swell: the kernels of ocean.cu. Host code runs Fourier transforms between
/// these kernels. Between steps, the fields describe the surface at the time at which the next step
/// begins.
class Ocean final : public studio::Simulation {
public:
    explicit Ocean(const studio::SimulationOptions& options);

    void reset() override;
    /// Queues kernels that compute the surface at a time in seconds, and add the foam that formed
    /// in the last `passed` seconds before this time.
    void show_time(double seconds, double passed);

protected:
    void step(const studio::Step& now) override;

private:
    /// The parameters from which the amplitudes were computed, and the state of the run at that
    /// time. The run may return to an earlier state, which needs other amplitudes.
    struct Known {
        std::vector<std::byte> parameters{};
        const studio::Code* code = nullptr;
        std::uint64_t step = 0;
        std::size_t events = 0;

        friend bool operator==(const Known&, const Known&) = default;
    };

    Known known();
    void make_surface(std::size_t patch, double seconds, double passed);
    /// Computes the means of the slopes over squares of 2 x 2, 4 x 4, 8 x 8 ... cells.
    void make_coarse();

    studio::Pass set_amplitudes_{*this, "set_amplitudes"};
    studio::Pass move_waves_{*this, "move_waves"};
    studio::Pass join_{*this, "join"};
    studio::Pass halve_{*this, "halve"};
    Known known_;
    Array<std::complex<float>> spectra_;  // four spectra of one patch, and then their surfaces
};

/// Throws Error(invalid_argument), with values that work, if the size or a patch length is invalid.
void require_patches(studio::Simulation& ocean);

}  // namespace glint::apps
