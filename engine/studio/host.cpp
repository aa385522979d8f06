// SPDX-License-Identifier: MIT
#include <glint/studio/host.hpp>

#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/studio/detail/session.hpp>

namespace glint::studio {

std::optional<std::string> loss_message(const std::exception& error, const Device& device,
                                        const std::optional<gl::Context>& context) {
    const auto* known = dynamic_cast<const Error*>(&error);
    if ((known && known->code() == ErrorCode::device_lost) || device.is_lost()) return error.what();
    try {
        if (context) context->require_not_lost();
    } catch (const Error& loss) {
        if (loss.code() == ErrorCode::device_lost)
            return fmt::format("{} ({})", loss.what(), error.what());
    }
    return std::nullopt;
}

int run(app::App& app, Simulation& simulation, const RunOptions& options) {
    Session session(app, simulation, options);
    try {
        while (session.next_frame());
        return session.finish();
    } catch (const std::exception& error) {
        const auto loss =
            loss_message(error, simulation.stream().device(),
                         app.draws() ? std::optional<gl::Context>(app.gl()) : std::nullopt);
        session.note_failure(loss ? kDeviceLost : EXIT_FAILURE);
        throw;
    }
}

}  // namespace glint::studio
