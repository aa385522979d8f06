// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <glint/formats/png.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>

namespace glint::studio {

/// Writes the pictures of a recording into a file or a folder.
class Encoder {
public:
    virtual ~Encoder() = default;

    /// Number of threads that may call add() concurrently. If the number is 1, add() is called in
    /// the order of the pictures.
    virtual unsigned threads() const = 0;
    /// Adds a picture, which has the same size as the first picture. Blocks until it is encoded.
    /// The first picture has `index` 0. Throws Error(io).
    virtual void add(const Picture& picture, std::size_t index) = 0;
    /// Completes the file. Do not call add() afterwards. Throws Error(io).
    virtual void finish() = 0;
    /// Call after a failure. Returns the number of pictures that were written before the first
    /// missing picture, or nullopt if the number is unknown.
    virtual std::optional<std::size_t> kept() = 0;
};

/// Returns an encoder. Throws the errors of check_recording(). The first picture opens the file.
std::unique_ptr<Encoder> make_encoder(const RecordingOptions& options);

}  // namespace glint::studio
