// SPDX-License-Identifier: MIT
// A simulation with host code, which runs Fourier transforms between the kernels of eddies.cu. The
// host code overrides the step, and uses fields as arrays in the same memory, without copies. The
// window, sliders, curves, picking and headless runs work as for a simulation in a single file.
#include <complex>

#include <fmt/format.h>

#include <glint/algorithms/fft.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/files.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/run/field.hpp>

namespace {

class Eddies final : public glint::studio::Simulation {
public:
    using Simulation::Simulation;

    void step(const glint::studio::Step& now) override {
        const auto spectrum = glint::rfft(field<float>("vorticity"), {.axes = {0, 1}});
        const auto across = glint::empty_like(spectrum), down = glint::empty_like(spectrum);
        find_flow_(now,
                   {{"spectrum", spectrum}, {"across_spectrum", across}, {"down_spectrum", down}});
        field<float>("vorticity") = glint::irfft(spectrum, {.axes = {0, 1}});
        field<float>("across") = glint::irfft(across, {.axes = {0, 1}});
        field<float>("down") = glint::irfft(down, {.axes = {0, 1}});
        carry_(now);
    }

    double energy() { return monitors().front().value(); }

private:
    glint::studio::Pass find_flow_{*this, "find_flow"};
    glint::studio::Pass carry_{*this, "carry"};
};

int run(glint::app::App& app) {
    Eddies eddies({.device = app.device(),
                   .file = glint::resource("apps/examples/eddies/eddies.cu"),
                   .seed = app.seed()});
    eddies.advance(1);  // computes the velocity from the vorticity
    const double before = eddies.energy();
    const int status = glint::studio::run(app, eddies);
    const double after = eddies.energy();
    // Viscosity removes little energy. Unless the user stirs with the mouse, nothing adds energy.
    const bool is_right = after <= before && after > 0.5 * before;
    fmt::print("energy {:.4f} m2/s2, {:.4f} at the start: {}\n", after, before,
               is_right ? "correct" : "stirred");
    return status;
}

}  // namespace

int main(int argc, char** argv) { return glint::app::run({.title = "Eddies"}, argc, argv, run); }
