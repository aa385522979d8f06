// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/png_encoder.hpp>

#include <algorithm>
#include <thread>
#include <utility>

#include <glint/base/replace_file.hpp>

namespace glint::studio {

PngEncoder::PngEncoder(std::filesystem::path folder) : folder_(std::move(folder)) {}

// Uses half of the processors, and leaves the other half to the run.
unsigned PngEncoder::threads() const {
    return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

void PngEncoder::add(const Picture& picture, std::size_t index) {
    replace_file(folder_ / picture_name(index), encode_png(picture), {.durable = false});
    const std::scoped_lock lock(mutex_);
    is_present_.resize(std::max(is_present_.size(), index + 1));
    is_present_[index] = true;
}

std::optional<std::size_t> PngEncoder::kept() {
    const std::scoped_lock lock(mutex_);
    return static_cast<std::size_t>(std::ranges::find(is_present_, false) - is_present_.begin());
}

}  // namespace glint::studio
