// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <apps/nbody/division.hpp>
#include <glint/array/array.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/driver/device.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Bodies under their own gravity: the kernels of nbody.cu. Host code runs the sums over all bodies
/// between these kernels.
class NBody final : public studio::Simulation {
public:
    /// If `options` have an input but no scene, the initial bodies come from the input.
    explicit NBody(const studio::SimulationOptions& options);

    void reset() override;
    /// Queues kernels that compute accelerations and monitor values from the positions. A reset
    /// calls this function. Also call it after changes of positions, velocities or masses.
    void start();
    /// Queues only the sums of forces of a step, for benchmarks.
    void sum_forces();
    /// Returns true if each pair of bodies is visited only once per sum.
    bool sums_pairs_once() const;

protected:
    void step(const studio::Step& now) override;

private:
    bool is_on_gpu() const;
    std::size_t resident_blocks() const;
    /// Recomputes the divisions and resizes the arrays for the current bodies and settings.
    void fit();
    void center_bodies();
    void stage(const studio::Step& now);
    /// Sums the forces of the staged sources into forces_ and, for the Hermite integrator, their
    /// jerks into jerks_.
    void find_forces(const studio::Step& now);
    void attract_once(const studio::Step& now);
    void gather(const studio::Step& now, const Division& division, const Array<Float4>& results,
                Array<Float4>& sums);
    /// Computes the energies of the monitors from the staged sources.
    void note_energy(const studio::Step& now);

    studio::Pass center_{*this, "centre"};
    studio::Pass stage_sources_{*this, "stage_sources"};
    studio::Pass kick_and_drift_{*this, "kick_and_drift"};
    studio::Pass kick_{*this, "kick"};
    studio::Pass predict_{*this, "predict"};
    studio::Pass correct_{*this, "correct"};
    studio::Pass attract_[3]{
        {*this, "attract_plain"}, {*this, "attract_compensated"}, {*this, "attract_double"}};
    studio::Pass attract_once_{*this, "attract_once"};
    studio::Pass attract_with_jerks_[3]{
        {*this, "jerk_plain"}, {*this, "jerk_compensated"}, {*this, "jerk_double"}};
    studio::Pass find_potentials_{*this, "find_potentials"};
    studio::Pass gather_{*this, "gather"};
    studio::Pass note_energy_{*this, "note_energy"};

    Device device_;
    std::size_t count_ = 0;  // number of bodies for which the arrays have space
    Division division_, jerk_division_;
    PairDivision pairs_;
    Array<Float4> sources_, motions_, results_, jerk_results_, pulls_, forces_, jerks_;
    Array<double> totals_;
};

}  // namespace glint::apps
