// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <glint/base/formats/png.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>

namespace glint::studio {

/// Writes a file, or a folder, of pictures.
class Encoder {
public:
    virtual ~Encoder() = default;

    /// Number of threads that may call `add` concurrently. A single thread calls it in picture
    /// order.
    virtual unsigned threads() const = 0;
    /// Adds a picture with the size of the first; blocks until it is encoded. `index` counts from
    /// 0. Throws Error(io).
    virtual void add(const Picture& picture, std::size_t index) = 0;
    /// Completes the file. No more pictures may follow. Throws Error(io).
    virtual void finish() = 0;
    /// After a failure: number of leading pictures in the file; nullopt if unknown.
    virtual std::optional<std::size_t> kept() = 0;
};

/// Throws as check_recording() does. The first picture opens the file.
std::unique_ptr<Encoder> make_encoder(const RecordingOptions& options);

}  // namespace glint::studio
