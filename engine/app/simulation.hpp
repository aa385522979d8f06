#pragma once

#include <string>
#include <vector>

#include <glint/app/app.hpp>

namespace glint::app {

/// A simulation as the loop, a batch or a test runs it. It knows no window.
class Simulation {
public:
    virtual ~Simulation() = default;

    virtual ParameterSet& parameters() = 0;

    /// Whose source declares the parameters; a window reloads it when its file is saved. nullptr if
    /// there is none.
    virtual Program* program() = 0;

    /// Back to the initial state; parameters stay.
    virtual void reset() = 0;

    /// Queues `steps` steps of `time_step` each; waits where the device is frames behind, so that
    /// the frames that were counted are done.
    virtual void advance(unsigned steps, double time_step) = 0;

    /// Draws the state into `target`, after what `advance` queued.
    virtual void draw(gl::Framebuffer& target) = 0;

    /// Takes the frame's input: moves the camera, say.
    virtual void control(const Frame& frame) = 0;

    /// What the panel shows besides parameters; the label "error" is shown as one.
    virtual std::vector<Fact> facts() = 0;
};

/// Runs `simulation` in `app` until its end.
void run(App& app, Simulation& simulation);

}  // namespace glint::app
