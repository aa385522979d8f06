// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/formats/number_type.hpp>
#include <glint/geometry/detail/mesh_builder.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>

namespace glint::detail {
namespace {

// A binary file consists of a comment, the facet count, and the facets.
constexpr std::size_t kCountAt = 80;
constexpr std::size_t kHeaderBytes = 84;
constexpr ByteOrder kOrder = ByteOrder::little;
constexpr std::size_t kFacetBytes = 50;
constexpr std::size_t kCornerBytes = 12;

/// Splits a text into words in lower case, one at a time.
class LowerCaseWords {
public:
    explicit LowerCaseWords(std::string_view text) : text_(text) {}

    /// Returns the next word, or an empty string at the end. The reference is valid until the next
    /// call.
    const std::string& next() {
        skip_white();
        const std::size_t end = std::min(text_.find_first_of(kWhite, at_), text_.size());
        word_ = text::lower_case(text_.substr(at_, end - at_));
        at_ = end;
        return word_;
    }
    /// Returns the position of the next word.
    std::size_t position() const noexcept { return at_; }
    void go_to(std::size_t position) noexcept { at_ = position; }

    /// True if the next word is on a different line than the previous word.
    bool is_at_line_end() const noexcept {
        const std::size_t next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        return next == text_.size() || text_[next] == '\n' || text_[next] == '\r';
    }
    /// Returns the line of the last word, counted from 1.
    std::size_t line() const noexcept {
        const std::string_view before = text_.substr(0, at_);
        return 1 + static_cast<std::size_t>(before.find('\n') == before.npos
                                                ? std::ranges::count(before, '\r')
                                                : std::ranges::count(before, '\n'));
    }

private:
    static constexpr const char* kWhite = " \t\r\n\f\v";

    void skip_white() { at_ = std::min(text_.find_first_not_of(kWhite, at_), text_.size()); }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string word_;
};

/// Reads one or more sequences of `solid NAME`, facets, and `endsolid NAME`. Keywords may be in
/// uppercase or lowercase, and line breaks do not matter.
class TextStl {
public:
    TextStl(const InputFile& file, std::string_view text, std::vector<std::string>& warnings)
        : file_(file), words_(text), warnings_(warnings), builder_(file) {}

    TriangleMesh parse() {
        for (std::string word = keyword(); !word.empty(); word = keyword()) {
            if (word == "solid" || word == "endsolid") {
                is_open_ = word == "solid";
                skip_name();
            } else if (word == "facet") {
                facet();
            } else {
                fail(fmt::format("unknown keyword '{}'", word));
            }
        }
        if (is_open_)
            warnings_.push_back("the file ends without 'endsolid', so facets may be missing");
        return builder_.take();
    }

private:
    [[noreturn]] void fail(std::string_view reason) const {
        file_.fail_at_line(words_.line(), reason);
    }

    /// Returns the next keyword. For "end facet", which some programs write, returns "endfacet".
    std::string keyword() {
        std::string word = words_.next();
        if (word == "end") word += words_.next();
        return word;
    }

    /// Skips the name of a solid. The name ends at the end of the line. In a text without line
    /// breaks, it ends before the first facet.
    void skip_name() {
        while (!words_.is_at_line_end()) {
            const std::size_t before = words_.position();
            const std::string word = words_.next();
            const std::size_t after = words_.position();
            if (word == "endsolid" || (word == "facet" && words_.next() == "normal"))
                return words_.go_to(before);
            words_.go_to(after);
        }
    }

    void facet() {
        std::string word = keyword();
        for (int i = 0; i < 4 && word != "outer"; ++i)
            word = keyword();  // "normal" and its numbers
        expect("outer", word);
        expect("loop", keyword());
        corners_.clear();
        for (word = keyword(); word != "endloop"; word = keyword()) {
            expect("vertex", word);
            corners_.push_back(corner());
        }
        if (corners_.size() < 3)
            fail(fmt::format("expected 3 corners in a facet, found {}", corners_.size()));
        expect("endfacet", keyword());
        builder_.add_face(corners_);
        ++facets_;
    }

    void expect(std::string_view wanted, std::string_view word) const {
        if (word.empty()) fail_inside();
        if (word != wanted) fail(fmt::format("expected '{}', found '{}'", wanted, word));
    }

    MeshPosition corner() {
        MeshPosition position{};
        for (float& each : position) {
            const std::string& word = words_.next();
            if (word.empty()) fail_inside();
            const auto value = text::parse_double(word);
            if (!value) fail(fmt::format("'{}' is not a number", word));
            each = static_cast<float>(*value);
        }
        return position;
    }

    [[noreturn]] void fail_inside() const {
        fail(fmt::format("the file ends inside facet {}", facets_ + 1));
    }

    const InputFile& file_;
    LowerCaseWords words_;
    std::vector<std::string>& warnings_;
    MeshBuilder builder_;
    std::vector<MeshPosition> corners_;
    std::size_t facets_ = 0;
    bool is_open_ = false;
};

bool is_text(std::string_view content) {
    constexpr std::size_t kLooked = 1024;  // a binary file has zeros among its first bytes
    return std::ranges::none_of(content.substr(0, kLooked), [](unsigned char c) {
        return c < ' ' &&
               std::string_view(" \t\r\n\f\v").find(static_cast<char>(c)) == std::string_view::npos;
    });
}

MeshPosition corner_at(const char* bytes) {
    MeshPosition position{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        position[axis] = static_cast<float>(
            load_number(bytes + axis * sizeof(float), NumberType::float32, kOrder));
    return position;
}

/// Returns the number of facets to read. If the header's count does not match the file size, the
/// file size decides.
std::size_t facets_in(const InputFile& file, std::vector<std::string>& warnings) {
    const auto promised = static_cast<std::size_t>(
        load_number(file.content().data() + kCountAt, NumberType::uint32, kOrder));
    const std::size_t there = (file.size() - kHeaderBytes) / kFacetBytes;
    const std::size_t rest = (file.size() - kHeaderBytes) % kFacetBytes;
    if (promised == there && rest == 0) return there;
    if (promised > there && rest > 0)
        file.fail(fmt::format("the header specifies {}, but the file ends inside facet {}",
                              text::counted(promised, "facet"), there + 1));
    if (promised == 0 || rest == 0) {
        warnings.push_back(fmt::format(
            "the header specifies {}, but the {} bytes of the file contain {}. All {} were read",
            text::counted(promised, "facet"), file.size(), there, there));
        return there;
    }
    warnings.push_back(fmt::format("ignored {} bytes after the last of {}",
                                   file.size() - kHeaderBytes - promised * kFacetBytes,
                                   text::counted(promised, "facet")));
    return promised;
}

/// Each facet has a normal, three corners, and two bytes that some programs use for a color.
TriangleMesh parse_binary(const InputFile& file, std::vector<std::string>& warnings) {
    MeshBuilder builder(file);
    const std::size_t facets = facets_in(file, warnings);
    for (std::size_t i = 0; i < facets; ++i) {
        const char* const facet = file.content().data() + kHeaderBytes + i * kFacetBytes;
        builder.add_face(std::array{corner_at(facet + kCornerBytes),
                                    corner_at(facet + 2 * kCornerBytes),
                                    corner_at(facet + 3 * kCornerBytes)});
    }
    return builder.take();
}

bool has_exact_size(std::string_view content) {
    if (content.size() < kHeaderBytes) return false;
    const double facets = load_number(content.data() + kCountAt, NumberType::uint32, kOrder);
    return static_cast<double>(content.size() - kHeaderBytes) == facets * kFacetBytes;
}

}  // namespace

// Checks the size first, because some programs begin the comment of a binary file with "solid".
TriangleMesh parse_stl(const InputFile& file, std::vector<std::string>& warnings) {
    const std::string_view content = file.content();
    if (!has_exact_size(content) && is_text(content)) {
        const std::string_view text = without_byte_order_mark(content);
        if (LowerCaseWords(text).next() == "solid") return TextStl(file, text, warnings).parse();
        file.fail("the file is not STL, because it is text that does not begin with 'solid'");
    }
    if (content.size() < kHeaderBytes)
        file.fail(
            fmt::format("the file is not STL, because a binary STL file has at least {} bytes, but "
                        "this file has {}",
                        kHeaderBytes, content.size()));
    return parse_binary(file, warnings);
}

}  // namespace glint::detail
