#include <glint/studio/host.hpp>

#include <glint/studio/session.hpp>

namespace glint::studio {

int run(app::App& app, Simulation& simulation, const RunOptions& options) {
    Session session(app, simulation, options);
    while (session.next_frame());
    return session.finish();
}

}  // namespace glint::studio
