#include <apps/live_source.hpp>

#include <utility>

#include <glint/base/error.hpp>

namespace glint::apps {

std::string reread(const Program& program, ParameterSet& parameters) try {
    ParameterSet fresh = program.parameters();
    fresh.adopt_values(parameters);
    parameters = std::move(fresh);
    return "";
} catch (const Error& error) {
    return error.what();
}

void finish(Stream& stream) noexcept {
    try {
        stream.synchronize();
    } catch (const Error&) {
        return;
    }
}

}  // namespace glint::apps
