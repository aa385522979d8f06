// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <apps/host_vectors.hpp>
#include <apps/nbody/division.hpp>
#include <glint/array/array.hpp>
#include <glint/driver/device.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// Bodies under their own gravity: what nbody.cu declares, with the sums over all bodies between
/// its kernels.
class NBody final : public studio::Simulation {
public:
    /// With an input and no scene, the scene is what the input has.
    explicit NBody(const studio::SimulationOptions& options);

    void reset() override;
    /// Makes what depends on the bodies' places: their accelerations, and what the monitors tell.
    /// A reset does; so does who changes positions, velocities or masses. Queued.
    void start();
    /// The sums of a step alone, for who measures them. Queued.
    void sum_forces();
    /// Whether each pair is summed once.
    bool sums_pairs_once() const;

protected:
    void step(const studio::Step& now) override;

private:
    bool is_on_gpu() const;
    std::size_t resident_blocks() const;
    /// Divisions and arrays for the bodies and the choices that there are.
    void fit();
    void centre_bodies();
    void stage(const studio::Step& now);
    /// Sums over the staged sources, into forces_ and with Hermite's scheme also jerks_.
    void find_forces(const studio::Step& now);
    void attract_once(const studio::Step& now);
    void gather(const studio::Step& now, const Division& division, const Array<Float4>& results,
                Array<Float4>& sums);
    /// Of the staged sources.
    void note_energy(const studio::Step& now);

    studio::Pass centre_{*this, "centre"};
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
    std::size_t count_ = 0;  // of bodies, that the arrays are for
    Division division_, jerk_division_;
    PairDivision pairs_;
    Array<Float4> sources_, motions_, results_, jerk_results_, pulls_, forces_, jerks_;
    Array<double> totals_;
};

}  // namespace glint::apps
