// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Waves of wind and swell: what ocean.cu declares, with the Fourier transforms between its
/// kernels. Its fields are those of the time that the next step begins at.
class Ocean final : public studio::Simulation {
public:
    explicit Ocean(const studio::SimulationOptions& options);

    void reset() override;
    /// Makes the surfaces of any time, in seconds, and the foam that `passed` seconds before it add
    /// to what there is. Queued.
    void show_time(double seconds, double passed);

protected:
    void step(const studio::Step& now) override;

private:
    /// What amplitudes are for, and where the run was when they were last known to be right: it may
    /// go back to a state that has others.
    struct Known {
        std::vector<std::byte> parameters{};
        const studio::Code* code = nullptr;
        std::uint64_t step = 0;
        std::size_t events = 0;

        friend bool operator==(const Known&, const Known&) = default;
    };

    Known known();
    void make_surface(std::size_t patch, double seconds, double passed);
    /// Means of the slopes over squares of 2, 4, 8 ... places.
    void make_coarse();

    studio::Pass set_amplitudes_{*this, "set_amplitudes"};
    studio::Pass move_waves_{*this, "move_waves"};
    studio::Pass join_{*this, "join"};
    studio::Pass halve_{*this, "halve"};
    Known known_;
    Array<std::complex<float>> spectra_;  // four of one patch, then their surfaces
};

/// Throws Error(invalid_argument), saying what would, for sizes and patches that cannot work.
void require_patches(studio::Simulation& ocean);

}  // namespace glint::apps
