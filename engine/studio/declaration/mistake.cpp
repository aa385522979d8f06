// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/mistake.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace glint::studio {
namespace {

std::string mistakes_text(const std::string& file, const std::vector<Mistake>& mistakes) {
    std::string text;
    for (const Mistake& mistake : mistakes)
        text +=
            fmt::format("{}{}:{}: {}", text.empty() ? "" : "\n",
                        mistake.file.empty() ? file : mistake.file, mistake.line, mistake.message);
    return text;
}

}  // namespace

DeclarationError::DeclarationError(const std::string& file, std::vector<Mistake> mistakes)
    : Error(ErrorCode::bad_input, "read " + file, mistakes_text(file, mistakes)),
      text_(reason()),
      mistakes_(std::move(mistakes)) {}

}  // namespace glint::studio
