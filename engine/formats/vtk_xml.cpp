// SPDX-License-Identifier: MIT
#include <glint/formats/vtk_xml.hpp>

#include <charconv>
#include <cmath>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <expat.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::string_view kEndOfAppended = "</AppendedData";
constexpr std::int64_t kMaxPlace = std::int64_t{1} << 31;

using Attributes = std::map<std::string, std::string, std::less<>>;

class DocumentParser {
public:
    explicit DocumentParser(const InputFile& file)
        : file_(file), parser_(XML_ParserCreate(nullptr), &XML_ParserFree) {
        if (!parser_) throw Error(ErrorCode::out_of_memory, "parse XML", "out of memory");
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), on_start, on_end);
        XML_SetCharacterDataHandler(parser_.get(), on_text);
    }

    VtkImageDocument parse() {
        feed(file_.content());
        if (appended_at_) document_.appended = appended_after(*appended_at_);
        if (!has_image_) file_.fail("the file has no element 'ImageData'");
        return std::move(document_);
    }

private:
    static void XMLCALL on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
        static_cast<DocumentParser*>(self)->guarded([&](DocumentParser& parser) {
            Attributes all;
            for (; *attributes; attributes += 2) all.emplace(attributes[0], attributes[1]);
            parser.start(name, all);
        });
    }
    static void XMLCALL on_end(void* self, const XML_Char* name) {
        static_cast<DocumentParser*>(self)->guarded([&](DocumentParser& p) { p.end(name); });
    }
    static void XMLCALL on_text(void* self, const XML_Char* text, int length) {
        static_cast<DocumentParser*>(self)->guarded([&](DocumentParser& parser) {
            if (parser.array_ && parser.path_.back() == "DataArray")
                parser.array_->text.append(text, static_cast<std::size_t>(length));
        });
    }

    /// Runs `action` and stores its exception, because exceptions must not propagate through Expat.
    template <class Action>
    void guarded(const Action& action) noexcept {
        try {
            if (!failure_ && !appended_at_) action(*this);
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    std::size_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
    [[noreturn]] void fail(const std::string& reason) const { file_.fail_at_line(line(), reason); }

    /// Returns the appended data of the element whose start tag ends at byte `at`: the bytes from
    /// after the '_' to the end tag. If a line break precedes the '_', a line break before the end
    /// tag is not part of the data.
    std::string_view appended_after(std::size_t at) const {
        constexpr std::string_view kSpaces = " \t\r\n";
        const std::string_view all = file_.content();
        const std::size_t first = all.find_first_not_of(kSpaces, at);
        if (first == all.npos || all[first] != '_')
            file_.fail_at_byte(at, "appended data must begin with '_'");
        std::string_view data = all.substr(first + 1);
        data = data.substr(0, data.rfind(kEndOfAppended));  // all of it, if the end tag is missing
        const std::string_view before = all.substr(at, first - at);
        const std::string_view end_of_line = before.find("\r\n") != before.npos ? "\r\n" : "\n";
        const bool has_lines = before.find('\n') != before.npos &&
                               data.size() < all.size() - first - 1;  // true if an end tag follows
        const std::size_t last = data.find_last_not_of(" \t");
        if (has_lines && last != data.npos && data.substr(0, last + 1).ends_with(end_of_line))
            data = data.substr(0, last + 1 - end_of_line.size());
        return data;
    }

    /// Passes the text to Expat. Stops at the appended data, which need not be valid XML.
    void feed(std::string_view text) {
        constexpr std::size_t kMax = std::size_t{1} << 30;  // Expat takes an int
        do {
            const std::string_view part = text.substr(0, kMax);
            text.remove_prefix(part.size());
            const auto state =
                XML_Parse(parser_.get(), part.data(), static_cast<int>(part.size()), text.empty());
            if (failure_) std::rethrow_exception(failure_);
            if (appended_at_) return;
            if (state == XML_STATUS_OK) continue;
            fail(fmt::format("the file is not valid XML: {}",
                             XML_ErrorString(XML_GetErrorCode(parser_.get()))));
        } while (!text.empty());
    }

    const std::string& required(const Attributes& attributes, std::string_view element,
                                std::string_view name) const {
        const auto found = attributes.find(name);
        if (found == attributes.end())
            fail(fmt::format("the element '{}' has no attribute '{}'", element, name));
        return found->second;
    }
    static std::string given(const Attributes& attributes, std::string_view name,
                             const char* otherwise) {
        const auto found = attributes.find(name);
        return found == attributes.end() ? otherwise : found->second;
    }

    void start(std::string_view name, const Attributes& attributes) {
        path_.emplace_back(name);
        if (path_.size() == 1) return start_file(name, attributes);
        if (name == "ImageData" && path_.size() == 2) {
            has_image_ = true;
            document_.whole = extent(attributes, name, "WholeExtent");
            document_.origin = numbers(attributes, "Origin").value_or(document_.origin);
            document_.spacing = numbers(attributes, "Spacing").value_or(document_.spacing);
            document_.is_turned = !is_identity(given(attributes, "Direction", "1 0 0 0 1 0 0 0 1"));
        } else if (name == "Piece" && has_image_) {
            document_.pieces.push_back({.extent = extent(attributes, name, "Extent")});
        } else if (name == "DataArray" && !document_.pieces.empty() &&
                   (parent() == "PointData" || parent() == "CellData")) {
            start_array(attributes);
        } else if (name == "AppendedData" && path_.size() == 2) {
            document_.is_appended_raw = given(attributes, "encoding", "base64") == "raw";
            appended_at_ = static_cast<std::size_t>(XML_GetCurrentByteIndex(parser_.get())) +
                           static_cast<std::size_t>(XML_GetCurrentByteCount(parser_.get()));
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }
    std::string_view parent() const { return path_[path_.size() - 2]; }

    void end(std::string_view name) {
        path_.pop_back();
        if (name == "DataArray") array_ = nullptr;
    }

    void start_file(std::string_view name, const Attributes& attributes) {
        if (name != "VTKFile")
            fail("the file is not a VTK file, because it does not begin with 'VTKFile'");
        if (const std::string type = required(attributes, name, "type"); type != "ImageData")
            fail(fmt::format("the file contains '{}', not 'ImageData'", type));
        const std::string order = given(attributes, "byte_order", "LittleEndian");
        if (order != "LittleEndian" && order != "BigEndian")
            fail(fmt::format("unknown byte order '{}'", order));
        document_.order = order == "LittleEndian" ? ByteOrder::little : ByteOrder::big;
        const std::string header = given(attributes, "header_type", "UInt32");
        if (header != "UInt32" && header != "UInt64")
            fail(fmt::format("unknown header type '{}'", header));
        document_.has_wide_headers = header == "UInt64";
        const std::string compressor = given(attributes, "compressor", "");
        if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
            fail(
                fmt::format("the data is compressed with '{}'. Use vtkZLibDataCompressor, or "
                            "disable compression with SetCompressorTypeToNone()",
                            compressor));
        document_.is_compressed = !compressor.empty();
    }

    void start_array(const Attributes& attributes) {
        VtkDataArray array{.name = given(attributes, "Name", ""),
                           .type = required(attributes, "DataArray", "type"),
                           .format = given(attributes, "format", "ascii"),
                           .text = {},
                           .is_of_cells = parent() == "CellData",
                           .line = line()};
        array.components = whole(given(attributes, "NumberOfComponents", "1"), 1, 1 << 16);
        if (array.format == "appended")
            array.offset = whole(required(attributes, "DataArray", "offset"), 0,
                                 std::numeric_limits<std::uint64_t>::max());
        else if (array.format != "ascii" && array.format != "binary")
            fail(fmt::format("unknown format '{}'", array.format));
        document_.pieces.back().arrays.push_back(std::move(array));
        array_ = &document_.pieces.back().arrays.back();
    }

    std::uint64_t whole(std::string_view text, std::uint64_t least, std::uint64_t most) const {
        const auto number = text::parse_unsigned(text::trim(text));
        if (!number || *number < least || *number > most)
            fail(fmt::format("'{}' is not a whole number from {} to {}", text, least, most));
        return *number;
    }

    static bool is_identity(std::string_view matrix) {
        std::vector<std::string_view> words;
        text::split_words(matrix, words);
        bool is_one = words.size() == 9;
        for (std::size_t i = 0; is_one && i < words.size(); ++i)
            is_one = text::parse_double(words[i]) == (i % 4 == 0 ? 1.0 : 0.0);
        return is_one;
    }

    /// Returns the attribute's three finite numbers, or nullopt if it has any other content.
    static std::optional<std::array<double, 3>> numbers(const Attributes& attributes,
                                                        std::string_view name) {
        std::vector<std::string_view> words;
        const std::string text = given(attributes, name, "");
        text::split_words(text, words);
        if (words.size() != 3) return std::nullopt;
        std::array<double, 3> numbers{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto number = text::parse_double(words[axis]);
            if (!number || !std::isfinite(*number)) return std::nullopt;
            numbers[axis] = *number;
        }
        return numbers;
    }

    VtkExtent extent(const Attributes& attributes, std::string_view element,
                     std::string_view name) const {
        const std::string& text = required(attributes, element, name);
        std::vector<std::string_view> words;
        text::split_words(text, words);
        VtkExtent extent{};
        bool is_one = words.size() == extent.size();
        for (std::size_t i = 0; is_one && i < words.size(); ++i) {
            const char* const last = words[i].data() + words[i].size();
            const auto [stop, error] = std::from_chars(words[i].data(), last, extent[i]);
            is_one = error == std::errc() && stop == last && extent[i] > -kMaxPlace &&
                     extent[i] < kMaxPlace;
        }
        // VTK writes empty pieces as "0 -1 0 -1 0 -1".
        for (std::size_t axis = 0; is_one && axis < 3; ++axis)
            is_one = extent[2 * axis] <= extent[2 * axis + 1] + 1;
        if (!is_one)
            fail(
                fmt::format("{}=\"{}\" is not a valid extent. An extent has the index of the first "
                            "and of the last point along x, y and z",
                            name, text));
        return extent;
    }

    const InputFile& file_;
    std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser_;
    std::vector<std::string> path_;
    VtkImageDocument document_;
    VtkDataArray* array_ = nullptr;
    bool has_image_ = false;
    std::optional<std::size_t> appended_at_;  ///< offset after the start tag
    std::exception_ptr failure_;
};

}  // namespace

VtkImageDocument parse_vtk_image(const InputFile& file) { return DocumentParser(file).parse(); }

}  // namespace glint
