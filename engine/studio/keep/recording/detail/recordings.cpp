// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/recordings.hpp>

#include <chrono>
#include <exception>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/app/detail/image_files.hpp>
#include <glint/app/frame_rate.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

constexpr app::Seconds kWorthSaying{0.01};

double seconds_of(std::size_t pictures, unsigned fps) {
    return static_cast<double>(pictures) / fps;
}

}  // namespace

// If a recording is still on, an error ended the run. Completes the file with the pictures so far.
Recordings::~Recordings() {
    if (!is_on()) return;
    try {
        stop(true);
    } catch (const std::exception&) {
        report_remaining();
    }
}

// Completes the recording after stop() has failed. Frames that the GPU has not delivered yet are
// lost with the OpenGL context. Errors cannot be reported here.
void Recordings::report_remaining() noexcept {
    try {
        say(recorder_->finish(), {}, true);
    } catch (const std::exception&) {
        recorder_.reset();
    }
}

void Recordings::start(const RecordingOptions& options) {
    if (is_on())
        throw Error(ErrorCode::invalid_state, fmt::format("record '{}'", options.file.string()),
                    "a recording is already in progress");
    auto lock = PathLock::try_lock(options.file);
    if (!lock)
        throw Error(ErrorCode::invalid_state, fmt::format("record '{}'", options.file.string()),
                    "another run is recording to the same path. Use a different file or folder");
    recorder_ = std::make_unique<Recorder>(make_encoder(options));
    lock_ = std::move(lock);
    options_ = options;
    app_.record(*recorder_, app::kFramesPerSecond / options.fps);
}

RecordingOptions Recordings::next_in_folder() const {
    return {.file = new_recording(app_.options().out, app::ImageFiles(app_.options()).stem()),
            .fps = fps_};
}

void Recordings::toggle() try {
    if (is_on()) {
        stop(false);
    } else {
        const RecordingOptions options = next_in_folder();
        if (kind_of(options.file) == RecordingKind::folder)
            log::info(
                "ffmpeg was not found, so the recording is a folder of PNG files. Install the "
                "package 'ffmpeg' to record video");
        start(options);
    }
} catch (const Error& error) {
    log::error(error.what());
}

bool Recordings::stop(bool is_end_of_run) {
    if (!is_on()) return true;
    app::Seconds waited = app_.stop_recording();
    const auto begun = std::chrono::steady_clock::now();
    const RecordingResult result = recorder_->finish();
    waited += std::chrono::steady_clock::now() - begun;
    say(result, waited, is_end_of_run);
    recorder_.reset();
    lock_.reset();
    return !result.error;
}

void Recordings::say(const RecordingResult& result, app::Seconds waited, bool is_end_of_run) const {
    if (result.error) {
        const std::string text =
            fmt::format("{}. {}", *result.error, written_text(result, options_.file));
        return is_end_of_run ? console::say("glint: {}\n", text) : log::error(text);
    }
    if (result.pictures == 0)
        return log::warning(
            fmt::format("'{}' was not written, because the run was too short for even one image",
                        options_.file.string()));
    const std::string wrote = fmt::format("wrote {}: {}, {:.4g} s", options_.file.string(),
                                          text::counted(result.pictures, "image"),
                                          seconds_of(result.pictures, options_.fps));
    const std::string wait =
        waited > kWorthSaying
            ? fmt::format("the run waited {:.3g} s for {}", waited.count(), name_of(options_.file))
            : std::string();
    if (!is_end_of_run) return log::info(wait.empty() ? wrote : wrote + " (" + wait + ")");
    console::print("{}\n", wrote);
    if (!wait.empty()) console::say("{}\n", wait);
}

std::string Recordings::status() const {
    if (!is_on()) return {};
    return fmt::format("recording {:.1f} s, {}", seconds_of(recorder_->pictures(), options_.fps),
                       name_of(options_.file));
}

void Recordings::draw_widgets() {
    if (ImGui::Button(is_on() ? "Stop###record" : "Record###record")) toggle();
    if (!is_on()) {
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("record to %s", app_.options().out.string().c_str());
        return;
    }
    ImGui::SameLine();
    ImGui::TextUnformatted(status().c_str());
}

}  // namespace glint::studio
