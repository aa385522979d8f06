// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/error.hpp>

namespace glint::studio {

/// Something in an annotated file that cannot be meant.
struct Mistake {
    unsigned line = 0;  ///< from 1; 0: of no place in the file
    std::string message;
    std::string file{};   ///< empty: the file that is read; else one that it includes
    unsigned column = 0;  ///< from 1, where a compiler tells it; 0: not known

    friend bool operator==(const Mistake&, const Mistake&) = default;
    friend auto operator<=>(const Mistake&, const Mistake&) = default;
};

/// A file with mistakes. `what()` is a line `FILE:LINE: message` for each, in the file's order.
class DeclarationError : public Error {
public:
    DeclarationError(const std::string& file, std::vector<Mistake> mistakes);

    const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
    std::vector<Mistake> mistakes_;
};

}  // namespace glint::studio
