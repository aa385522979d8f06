// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/encoder.hpp>

#include <glint/studio/keep/recording/detail/ffmpeg.hpp>
#include <glint/studio/keep/recording/detail/png_encoder.hpp>

namespace glint::studio {

std::unique_ptr<Encoder> make_encoder(const RecordingOptions& options) {
    check_recording(options);
    if (kind_of(options.file) == RecordingKind::folder)
        return std::make_unique<PngEncoder>(options.file);
    return std::make_unique<VideoEncoder>(options);
}

}  // namespace glint::studio
