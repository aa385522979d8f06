// SPDX-License-Identifier: MIT
#include <glint/base/replace_file.hpp>

#include <glint/base/pending_file.hpp>

namespace glint {

void replace_file(const std::filesystem::path& path, std::span<const std::byte> content,
                  const ReplaceOptions& options) {
    PendingFile file(path, {.permissions = options.permissions, .durable = options.durable});
    file.write(content);
    file.finish();
}

}  // namespace glint
