#include <glint/app/simulation.hpp>

namespace glint::app {

void run(App& app, Simulation& simulation) {
    Panel& panel = app.panel(app.options().title);
    if (Program* program = simulation.program()) {
        panel.add(simulation.parameters(), *program);
    } else {
        panel.add(simulation.parameters());
    }
    panel.add_facts([&] { return simulation.facts(); });
    simulation.reset();
    while (const auto frame = app.next_frame()) {
        if (frame->wants_reset()) simulation.reset();
        simulation.control(*frame);
        if (frame->steps() > 0) simulation.advance(frame->steps(), frame->time_step());
        if (frame->is_drawn()) simulation.draw(frame->target());
    }
}

}  // namespace glint::app
