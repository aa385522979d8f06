// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <vector>

#include <glint/studio/keep/recording/detail/encoder.hpp>

namespace glint::studio {

/// PNG files in a folder: frame-000001.png, frame-000002.png ...
class PngEncoder final : public Encoder {
public:
    explicit PngEncoder(std::filesystem::path folder);

    unsigned threads() const override;
    void add(const Picture& picture, std::size_t index) override;
    void finish() override {}
    std::optional<std::size_t> kept() override;

private:
    std::filesystem::path folder_;
    std::mutex mutex_;
    std::vector<bool> is_present_;
};

}  // namespace glint::studio
