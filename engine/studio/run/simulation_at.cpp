#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

Simulation::Simulation(const SimulationOptions& options, const Snapshot& start)
    : code_options_{.read = {.has_host = options.has_host}},
      file_(options.file),
      seed_(options.seed),
      dt_given_(options.dt),
      stream_(options.device),
      timer_(options.device),
      code_(start.code),
      dt_(dt_given_.value_or(declaration().dt)),
      parameters_(start.parameters) {
    group_steps();
    begin(std::make_unique<State>(stream_, file_.string(), declaration(), parameters_));
    restore(start);
}

}  // namespace glint::studio
