// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <glint/base/formats/png.hpp>
#include <glint/studio/keep/recording/recording_options.hpp>

namespace glint::studio {

/// What makes a file, or a folder, of pictures.
class Encoder {
public:
    virtual ~Encoder() = default;

    /// How many threads may call `add` at the same time. One calls it in the pictures' order.
    virtual unsigned threads() const = 0;
    /// Adds a picture, which has the size of the first; waits as long as that takes. `index` counts
    /// from 0. Throws Error(io).
    virtual void add(const Picture& picture, std::size_t index) = 0;
    /// Completes the file. No further picture comes. Throws Error(io).
    virtual void finish() = 0;
    /// After a failure: how many of the first pictures are in the file; nothing if nobody knows.
    virtual std::optional<std::size_t> kept() = 0;
};

/// Throws as check_recording() does. The file is opened with the first picture.
std::unique_ptr<Encoder> make_encoder(const RecordingOptions& options);

}  // namespace glint::studio
