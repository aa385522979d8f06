// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/error.hpp>

namespace glint::studio {

/// An error in an annotated file.
struct Mistake {
    unsigned line = 0;  ///< from 1; 0: the mistake concerns the whole file
    std::string message;
    std::string file{};   ///< the included file with the mistake; empty: the annotated file
    unsigned column = 0;  ///< column that the compiler reports, from 1; 0: unknown

    friend bool operator==(const Mistake&, const Mistake&) = default;
    friend auto operator<=>(const Mistake&, const Mistake&) = default;
};

/// The error for a file with mistakes. what() returns one line `FILE:LINE: message` for each
/// mistake, in file order.
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
