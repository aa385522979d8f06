// SPDX-License-Identifier: MIT
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/formats/line_reader.hpp>
#include <glint/geometry/detail/mesh_builder.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>

namespace glint::detail {
namespace {

class ObjParser {
public:
    explicit ObjParser(const InputFile& file)
        : file_(file), lines_(without_byte_order_mark(file.content())) {}

    IndexedFaces parse() {
        while (next_statement()) {
            if (words_.empty()) continue;
            if (words_[0] == "v")
                vertex();
            else if (words_[0] == "f" || words_[0] == "fo")
                face();
        }
        if (highest_ > faces_.vertices.size())
            file_.fail_at_line(
                highest_line_,
                fmt::format("vertex {} does not exist, because the file has {}", highest_,
                            text::counted(faces_.vertices.size(), "vertex", "vertices")));
        return std::move(faces_);
    }

private:
    [[noreturn]] void fail(std::string_view reason) const {
        file_.fail_at_line(lines_.number(), reason);
    }

    /// Reads the words of the next line and of its continuation lines into `words_`. Returns false
    /// at the end of the file.
    bool next_statement() {
        words_.clear();
        bool has_line = false;
        while (const auto line = lines_.next()) {
            has_line = true;
            std::string_view text = text::trim(line->substr(0, line->find('#')));
            const bool continues = text.ends_with('\\');
            if (continues) text.remove_suffix(1);
            text::split_words(text, line_words_);
            words_.insert(words_.end(), line_words_.begin(), line_words_.end());
            if (!continues) break;
        }
        return has_line;
    }

    /// Reads a vertex. Ignores values after the coordinates, such as a weight or a color.
    void vertex() {
        if (words_.size() < 4)
            fail(fmt::format("expected 3 coordinates for a vertex, found {}", words_.size() - 1));
        MeshPosition& position = faces_.vertices.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto value = text::parse_double(words_[axis + 1]);
            if (!value) fail(fmt::format("'{}' is not a number", words_[axis + 1]));
            position[axis] = static_cast<float>(*value);
        }
    }

    void face() {
        for (std::size_t i = 1; i < words_.size(); ++i)
            faces_.corners.push_back(corner(words_[i].substr(0, words_[i].find('/'))));
        faces_.end_face();
    }

    /// Returns the vertex index of a corner. In the file, indices start at 1, and negative indices
    /// count back from the last vertex so far.
    std::uint32_t corner(std::string_view word) {
        const bool is_relative = word.starts_with('-');
        const auto number = text::parse_unsigned(word.substr(is_relative ? 1 : 0));
        if (!number || *number == 0 || *number > kMaxVertices)
            fail(fmt::format("'{}' is not a valid vertex index. Indices start at 1", word));
        if (!is_relative) {
            if (*number > highest_) {
                highest_ = *number;
                highest_line_ = lines_.number();
            }
            return static_cast<std::uint32_t>(*number - 1);
        }
        const std::size_t count = faces_.vertices.size();
        if (*number > count)
            fail(fmt::format("vertex {} does not exist, because the file has {} before this line",
                             word, text::counted(count, "vertex", "vertices")));
        return static_cast<std::uint32_t>(count - *number);
    }

    static constexpr std::uint64_t kMaxVertices = std::numeric_limits<std::uint32_t>::max();

    const InputFile& file_;
    LineReader lines_;
    std::vector<std::string_view> words_;       // words of the current statement
    std::vector<std::string_view> line_words_;  // words of one line of the statement
    IndexedFaces faces_;
    std::uint64_t highest_ = 0;  // highest absolute index so far; its vertex may come later
    std::size_t highest_line_ = 0;
};

}  // namespace

TriangleMesh parse_obj(const InputFile& file) { return mesh_of(file, ObjParser(file).parse()); }

}  // namespace glint::detail
