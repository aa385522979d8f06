#pragma once

#include <glint/driver/cuda/api.hpp>

namespace glint::driver::cuda {

/// `api` with every function replaced by one that calls it and writes a line to stderr: the thread,
/// the call with its arguments, its result and how long it took. To be called once.
Api traced(const Api& api);

}  // namespace glint::driver::cuda
