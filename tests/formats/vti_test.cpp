// SPDX-License-Identifier: MIT
#include <glint/formats/vti.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>
#include <zlib.h>

#include <fmt/format.h>

#include "bytes.hpp"

namespace glint {
namespace {

using test::expect_error;
using test::TemporaryFolder;

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits =
                bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    return text;
}

/// How a file encodes its data.
struct Way {
    std::string format = "ascii";  ///< or "binary", or appended: "base64" or "raw"
    bool is_big = false;
    bool is_wide = false;        ///< headers are 64-bit
    std::size_t block = 0;       ///< bytes per block before compression; 0: not compressed
    bool is_one_stream = false;  ///< base64 encodes header and data together
};

template <class T>
std::string bytes_of(T value, bool is_big) {
    std::string bytes(reinterpret_cast<const char*>(&value), sizeof(T));
    if (is_big) std::ranges::reverse(bytes);
    return bytes;
}

class Writer {
public:
    explicit Writer(Way way) : way_(std::move(way)) {}

    template <class T>
    std::string array(const std::string& name, const std::string& type, std::size_t components,
                      const std::vector<T>& values) {
        std::string tag = fmt::format(
            "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"{}\"", type,
            name, components,
            way_.format == "base64" || way_.format == "raw" ? "appended" : way_.format);
        if (way_.format == "ascii") return fmt::format("{}>\n{}\n</DataArray>", tag, text(values));
        std::string data;
        for (const T value : values) data += bytes_of(value, way_.is_big);
        const std::string stored = packed(data);
        if (way_.format == "binary") return fmt::format("{}>\n  {}\n</DataArray>", tag, stored);
        tag += fmt::format(" offset=\"{}\"/>", appended_.size());
        appended_ += stored;
        return tag;
    }

    /// A file with `image` as its <ImageData> element.
    std::string file(const std::string& image) const {
        std::string all = fmt::format(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
            "byte_order=\"{}\" header_type=\"{}\"{}>\n{}",
            way_.is_big ? "BigEndian" : "LittleEndian", way_.is_wide ? "UInt64" : "UInt32",
            way_.block ? " compressor=\"vtkZLibDataCompressor\"" : "", image);
        if (!appended_.empty())
            all += fmt::format("<AppendedData encoding=\"{}\">\n  _{}\n</AppendedData>\n",
                               way_.format, appended_);
        return all + "</VTKFile>\n";
    }

private:
    template <class T>
    static std::string text(const std::vector<T>& values) {
        std::string all;
        for (const T value : values) all += fmt::format("{} ", value);
        return all;
    }
    std::string header(std::uint64_t value) const {
        return way_.is_wide ? bytes_of(value, way_.is_big)
                            : bytes_of(static_cast<std::uint32_t>(value), way_.is_big);
    }
    std::string packed(const std::string& data) const {
        std::string head = header(data.size()), body = data;
        if (way_.block > 0) {
            const std::size_t last = data.size() % way_.block;
            head = header(data.size() / way_.block + (last ? 1 : 0)) + header(way_.block) +
                   header(last);
            body.clear();
            for (std::size_t at = 0; at < data.size(); at += way_.block) {
                const std::string block = data.substr(at, way_.block);
                std::string out(compressBound(block.size()), '\0');
                uLongf size = out.size();
                compress(reinterpret_cast<Bytef*>(out.data()), &size,
                         reinterpret_cast<const Bytef*>(block.data()), block.size());
                head += header(size);
                body += out.substr(0, size);
            }
        }
        if (way_.format == "raw") return head + body;
        return way_.is_one_stream ? base64(head + body) : base64(head) + base64(body);
    }

    Way way_;
    std::string appended_;
};

std::string image(const std::string& extent, const std::string& inside) {
    return fmt::format(
        "<ImageData WholeExtent=\"{0}\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n<Piece "
        "Extent=\"{0}\">\n{1}\n</Piece>\n</ImageData>\n",
        extent, inside);
}

VtiFile parsed(const std::string& content) {
    return VtiFile(InputFile::of_content("read image data from", content));
}

TEST(Vti, ReportsWhereValuesAre) {
    const auto array = [&](const std::string& attributes, const std::string& kind) {
        const std::string data =
            "<DataArray type=\"UInt8\" Name=\"a\" format=\"ascii\">1 2 3 4 5 6</DataArray>";
        const std::string extent = kind == "CellData" ? "2 5 -1 1 0 0" : "2 4 -1 0 0 0";
        return parsed(
                   "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\">"
                   "<ImageData WholeExtent=\"" +
                   extent + "\" " + attributes + "><Piece Extent=\"" + extent + "\"><" + kind +
                   ">" + data + "</" + kind + "></Piece></ImageData></VTKFile>")
            .describe("a");
    };
    using Three = std::array<double, 3>;
    const std::string placed = "Origin=\"10 20 -30\" Spacing=\"0.5 0.25 2\"";
    const VtiArray points = array(placed, "PointData");
    EXPECT_EQ(points.spacing, (Three{0.5, 0.25, 2}));
    EXPECT_EQ(points.first, (Three{11, 19.75, -30}));  // the extent begins at 2 -1 0
    EXPECT_EQ(array(placed, "CellData").first, (Three{11.25, 19.875, -29}));
    EXPECT_FALSE(points.is_turned);
    EXPECT_FALSE(array("Direction=\"1 0 0 0 1.0 0 0 -0 1\"", "PointData").is_turned);
    EXPECT_TRUE(array("Direction=\"-1 0 0 0 1 0 0 0 1\"", "PointData").is_turned);
    for (const char* odd : {"", "Origin=\"1 2\" Spacing=\"1 nan 1\"", "Origin=\"a b c\""}) {
        EXPECT_EQ(array(odd, "PointData").spacing, (Three{1, 1, 1})) << odd;
        EXPECT_EQ(array(odd, "PointData").first, (Three{2, -1, 0})) << odd;
    }
}

const std::vector<float> kLevel{0.5f, -1, 2.25f, 1e30f, 5, 6};
const std::vector<double> kFlow{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
const std::vector<std::int16_t> kMark{-3, 300};

/// A file with three arrays on 3 x 2 points, in this encoding.
std::string written(const Way& way) {
    Writer writer(way);
    std::string points = writer.array("level", "Float32", 1, kLevel);
    points += writer.array("flow", "Float64", 2, kFlow);
    const std::string cells = writer.array("mark", "Int16", 1, kMark);
    return writer.file(image("4 6 -1 0 0 0", "<PointData Scalars=\"level\">" + points +
                                                 "</PointData><CellData>" + cells + "</CellData>"));
}

std::vector<Way> ways() {
    std::vector<Way> all{{}};
    for (const char* format : {"binary", "base64", "raw"})
        for (const bool is_big : {false, true})
            for (const bool is_wide : {false, true})
                for (const std::size_t block : {0u, 8u, 24u, 4096u})
                    for (const bool is_one_stream : {false, true})
                        all.push_back({format, is_big, is_wide, block, is_one_stream});
    return all;
}

TEST(Vti, ReadsAllEncodings) {
    for (const Way& way : ways()) {
        SCOPED_TRACE(fmt::format("{} {} {} {} {}", way.format, way.is_big, way.is_wide, way.block,
                                 way.is_one_stream));
        const VtiFile file = parsed(written(way));
        EXPECT_EQ(file.names(), (std::vector<std::string>{"level", "flow", "mark"}));
        const VtiArray level = file.read("level");
        EXPECT_EQ(level.size, (std::array<std::size_t, 3>{3, 2, 1}));
        EXPECT_EQ(level.values, (std::vector<double>(kLevel.begin(), kLevel.end())));
        const VtiArray flow = file.read("flow");
        EXPECT_EQ(flow.components, 2u);
        EXPECT_EQ(flow.values, kFlow);
        const VtiArray mark = file.read("mark");
        EXPECT_EQ(mark.size, (std::array<std::size_t, 3>{2, 1, 1}));
        EXPECT_EQ(mark.values, (std::vector<double>{-3, 300}));
    }
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    return text.replace(text.find(what), what.size(), with);
}

TEST(Vti, AppendedDataEndBeforeTheEndTag) {
    const std::string whole = written({.format = "raw"});
    const std::string ending = "\n</AppendedData>";
    for (const std::string to :
         {"\n</AppendedData>", "\n  </AppendedData>", "\r\n\t</AppendedData>"})
        for (std::size_t cut = 0; cut < 4; ++cut) {
            std::string content = replaced(whole, ending, to);
            if (to.starts_with('\r')) content = replaced(content, ">\n  _", ">\r\n  _");
            content.erase(content.rfind(to) - cut, cut);
            if (cut == 0)
                EXPECT_EQ(parsed(content).read("mark").values, (std::vector<double>{-3, 300}));
            else
                expect_error(ErrorCode::bad_input,
                             "line 5: array 'mark': the data is truncated or not base64",
                             [&] { (void)parsed(content).read("mark"); });
        }
    // Without line breaks around the data, its last byte may look like a line break.
    std::string tight = replaced(replaced(whole, ">\n  _", ">_"), ending, "</AppendedData>");
    tight[tight.rfind("</Appended") - 1] = '\n';
    EXPECT_EQ(parsed(tight).read("mark").values, (std::vector<double>{-3, 0x0a2c}));
    tight.erase(tight.rfind("</Appended"));
    EXPECT_EQ(parsed(tight).read("mark").values, (std::vector<double>{-3, 0x0a2c}));
}

TEST(Vti, AppendedDataBelongToTheirElement) {
    const std::string raw = written({.format = "raw"});
    for (const auto& [what, by] :
         {std::pair<std::string, std::string>{"<ImageData ", "<!-- <AppendedData>_ --><ImageData "},
          {"<ImageData ", "<FieldData><![CDATA[<AppendedData>_]]></FieldData><ImageData "},
          {"<AppendedData ", "<AppendedData note=\"a > b\" "},
          {"Name=\"flow\"", "Name=\"&lt;AppendedData\""}}) {
        const VtiFile file = parsed(replaced(raw, what, by));
        EXPECT_EQ(file.read("mark").values, (std::vector<double>{-3, 300})) << by;
    }
}

TEST(Vti, KeepsNonFiniteValues) {
    Writer writer({.format = "raw"});
    const std::string array =
        writer.array("a", "Float32", 1,
                     std::vector<float>{std::nanf(""), std::numeric_limits<float>::infinity()});
    const VtiFile file =
        parsed(writer.file(image("0 1 0 0 0 0", "<PointData>" + array + "</PointData>")));
    EXPECT_TRUE(std::isnan(file.read("a").values[0]));
    EXPECT_TRUE(std::isinf(file.read("a").values[1]));
}

TEST(Vti, CombinesPieces) {
    const auto piece = [](const char* extent, const char* points, const char* cells) {
        return fmt::format(
            "<Piece Extent=\"{}\"><PointData><DataArray type=\"Int32\" Name=\"p\">{}</DataArray>"
            "</PointData><CellData><DataArray type=\"UInt8\" Name=\"c\">{}</DataArray></CellData>"
            "</Piece>",
            extent, points, cells);
    };
    const std::string head = "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"0 3 0 1 0 0\">";
    const std::string tail = "</ImageData></VTKFile>";
    const VtiFile file = parsed(head + piece("0 1 0 1 0 0", "0 1 4 5", "7") +
                                piece("1 3 0 1 0 0", "1 2 3 5 6 7", "8 9") + tail);
    EXPECT_EQ(file.read("p").values, (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(file.read("c").values, (std::vector<double>{7, 8, 9}));
    expect_error(ErrorCode::bad_input, "the pieces do not cover the WholeExtent", [&] {
        (void)parsed(head + piece("0 1 0 1 0 0", "0 1 4 5", "7") + tail).read("p");
    });
    expect_error(ErrorCode::bad_input,
                 "the extent of a piece, 0 4 0 1 0 0, is outside the WholeExtent, 0 3 0 1 0 0",
                 [&] { (void)parsed(head + piece("0 4 0 1 0 0", "", "") + tail); });
}

/// A file of these pieces, each with a point or cell array `a`.
std::string in_pieces(const std::string& whole, const std::string& kind,
                      const std::vector<std::pair<std::string, std::string>>& pieces) {
    std::string all = "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"" + whole + "\">";
    for (const auto& [extent, values] : pieces)
        all += fmt::format(
            "<Piece Extent=\"{0}\"><{1}><DataArray type=\"Int32\" Name=\"a\">{2}</DataArray>"
            "</{1}></Piece>",
            extent, kind, values);
    return all + "</ImageData></VTKFile>";
}

// In a thick volume, a piece without thickness has no cells. At the far end, its cells would be one
// layer beyond the array.
TEST(Vti, FlatPiecesHaveNoCells) {
    const auto refused = [](const std::string& whole, const std::string& first,
                            const std::string& flat, const std::string& values) {
        for (const bool is_first : {false, true}) {
            std::vector<std::pair<std::string, std::string>> pieces{{first, "1 2 3 4"},
                                                                    {flat, values}};
            if (is_first) std::ranges::reverse(pieces);
            expect_error(ErrorCode::bad_input,
                         fmt::format("the extent of a piece, {}, is outside the WholeExtent, {}",
                                     flat, whole),
                         [&] { (void)parsed(in_pieces(whole, "CellData", pieces)).read("a"); });
        }
    };
    refused("0 2 0 3 0 1", "0 2 0 2 0 1", "0 2 2 3 1 1", "5 6");
    refused("0 2 0 2 0 2", "0 2 0 2 0 1", "0 2 0 2 2 2", "5 6 7 8");
    refused("0 2 -1 1 0 2", "0 2 -1 1 0 1", "0 2 1 1 0 2", "5 6 7 8");
    refused("-5 -3 0 2 0 2", "-5 -3 0 2 0 1", "-3 -3 0 2 0 2", "5 6 7 8");
    refused("0 2 0 2 0 2", "0 2 0 2 0 1", "0 2 0 2 0 0", "5 6 7 8");
    // For point data, a single layer of points is a valid piece.
    EXPECT_EQ(parsed(in_pieces("0 1 0 0 0 1", "PointData",
                               {{"0 1 0 0 0 0", "1 2"}, {"0 1 0 0 1 1", "3 4"}}))
                  .read("a")
                  .values,
              (std::vector<double>{1, 2, 3, 4}));
    // In a flat volume, each piece has one layer of cells.
    EXPECT_EQ(parsed(in_pieces("0 2 7 7 -1 0", "CellData",
                               {{"0 1 7 7 -1 0", "1"}, {"1 2 7 7 -1 0", "2"}}))
                  .read("a")
                  .values,
              (std::vector<double>{1, 2}));
}

TEST(Vti, OverlappingPiecesDoNotHideAGap) {
    const std::string reason = "the pieces do not cover the WholeExtent";
    expect_error(ErrorCode::bad_input, reason, [] {
        (void)parsed(
            in_pieces("0 3 0 0 0 0", "PointData", {{"0 1 0 0 0 0", "1 2"}, {"0 1 0 0 0 0", "1 2"}}))
            .read("a");
    });
    expect_error(ErrorCode::bad_input, reason, [] {
        (void)parsed(
            in_pieces("0 2 0 1 0 0", "CellData", {{"0 1 0 1 0 0", "1"}, {"0 1 0 1 0 0", "2"}}))
            .read("a");
    });
}

TEST(Vti, EmptyPiecesAreSkipped) {
    EXPECT_EQ(parsed(in_pieces("0 1 0 0 0 0", "PointData",
                               {{"0 -1 0 -1 0 -1", ""}, {"0 1 0 0 0 0", "1 2"}}))
                  .read("a")
                  .values,
              (std::vector<double>{1, 2}));
    expect_error(ErrorCode::bad_input, "the pieces are empty", [] {
        (void)parsed(in_pieces("0 1 0 0 0 0", "PointData", {{"0 -1 0 -1 0 -1", ""}}));
    });
    expect_error(ErrorCode::bad_input, "the WholeExtent, 0 -1 0 -1 0 -1, is empty", [] {
        (void)parsed(in_pieces("0 -1 0 -1 0 -1", "PointData", {{"0 -1 0 -1 0 -1", ""}}));
    });
}

TEST(Vti, ExtentsMayHaveAnyIntegers) {
    EXPECT_EQ(parsed(in_pieces("2147483646 2147483647 -2147483647 -2147483646 0 0", "PointData",
                               {{"2147483646 2147483647 -2147483647 -2147483646 0 0", "1 2 3 4"}}))
                  .read("a")
                  .values,
              (std::vector<double>{1, 2, 3, 4}));
    for (const char* extent : {"0 2147483648 0 0 0 0", "-9223372036854775808 0 0 0 0 0",
                               "0 9223372036854775808 0 0 0 0", "1 -1 0 0 0 0", "0 1 0 0 0"})
        EXPECT_THROW((void)parsed(in_pieces(extent, "PointData", {{extent, "1"}})), Error);
}

TEST(Vti, DescribesArraysWithoutTheirValues) {
    const VtiFile file = parsed(in_pieces("0 2 0 1 0 0", "CellData", {{"0 2 0 1 0 0", "broken"}}));
    const VtiArray array = file.describe("a");
    EXPECT_EQ(array.size, (std::array<std::size_t, 3>{2, 1, 1}));
    EXPECT_EQ(array.components, 1u);
    EXPECT_TRUE(array.values.empty());
    expect_error(ErrorCode::not_found, "the arrays are a", [&] { (void)file.describe("b"); });
}

TEST(Vti, ErrorsNameTheLineAndTheArray) {
    const auto refused = [](const std::string& content, const std::string& reason,
                            const char* array = "level", ErrorCode code = ErrorCode::bad_input) {
        expect_error(code, reason, [&] { (void)parsed(content).read(array); });
    };
    const std::string ascii = written({});
    refused("", "line 1: the file is not valid XML: no element found");
    refused("x,y,z\n", "line 1: the file is not valid XML: syntax error");
    refused("<html/>",
            "line 1: the file is not a VTK file, because it does not begin with 'VTKFile'");
    refused(replaced(ascii, "type=\"ImageData\"", "type=\"PolyData\""),
            "line 2: the file contains 'PolyData', not 'ImageData'");
    refused(replaced(ascii, "LittleEndian", "MiddleEndian"),
            "line 2: unknown byte order 'MiddleEndian'");
    refused(replaced(ascii, "UInt32", "UInt8"), "line 2: unknown header type 'UInt8'");
    refused(replaced(ascii, " header_type", " compressor=\"vtkLZ4DataCompressor\" header_type"),
            "line 2: the data is compressed with 'vtkLZ4DataCompressor'. Use "
            "vtkZLibDataCompressor, or disable compression with SetCompressorTypeToNone()");
    refused(replaced(ascii, "WholeExtent=\"4 6 -1 0 0 0\"", "WholeExtent=\"6 4 -1 0 0 0\""),
            "line 3: WholeExtent=\"6 4 -1 0 0 0\" is not a valid extent. An extent has the index "
            "of the first and of the last point along x, y and z");
    refused(replaced(ascii, "</PointData>", ""),
            "line 12: the file is not valid XML: mismatched tag");
    refused(replaced(ascii, "0.5 -1 ", "0.5 "),
            "line 5: array 'level': expected 6 numbers, found 5");
    refused(replaced(ascii, "2.25", "two"), "line 5: array 'level': 'two' is not a valid Float32");
    refused(replaced(ascii, "300", "300.5"), "line 9: array 'mark': '300.5' is not a valid Int16",
            "mark");
    refused(replaced(ascii, "Float32", "String"),
            "line 5: array 'level': the type 'String' is not supported");
    refused(replaced(ascii, "format=\"ascii\"", "format=\"morse\""),
            "line 5: unknown format 'morse'");
    refused(replaced(ascii, "NumberOfComponents=\"1\"", "NumberOfComponents=\"0\""),
            "line 5: '0' is not a whole number from 1 to 65536");
    refused(ascii, "the arrays are level, flow, mark", "levle", ErrorCode::not_found);
    const std::string raw = written({.format = "raw"});
    refused(replaced(raw, "offset=\"0\"", "offset=\"9999\""),
            "line 5: array 'level': the offset 9999 is past the end of the file");
    refused(replaced(raw, "offset=\"0\"", "offset=\"28\""),
            "line 5: array 'level': the array has 96 bytes, but 6 values of type Float32 take 24");
    refused(replaced(raw, "offset=\"0\"", ""),
            "line 5: the element 'DataArray' has no attribute 'offset'");
    refused(replaced(raw, "  _", "  "),
            fmt::format("byte {}: appended data must begin with '_'", raw.find("\n  _")));
    const std::string binary = written({.format = "binary"});
    refused(replaced(binary, "  GAAAAA", "  !AAAAA"),
            "line 5: array 'level': the data is truncated or not base64");
    const std::string compressed = written({.format = "raw", .block = 8});
    refused(replaced(compressed, "\x78\x9c", "\x78\x9d"),
            "line 5: array 'level': block 1 of 3 is damaged");
    refused(replaced(ascii, "Extent=\"4 6 -1 0 0 0\">\n<PointData",
                     "Extent=\"4 2000000004 -1 2000000000 0 0\">\n<PointData"),
            "the extent of a piece, 4 2000000004 -1 2000000000 0 0, is outside the WholeExtent, 4 "
            "6 -1 0 0 0");
    std::string large = ascii;
    for (int i = 0; i < 2; ++i)
        large = replaced(large, "4 6 -1 0 0 0", "0 2000000000 0 2000000000 0 0");
    refused(large, "the extent is too large for any file");
    for (int i = 0; i < 2; ++i)
        large = replaced(large, "0 2000000000 0 2000000000 0 0", "0 100000 0 100 0 0");
    refused(large, "line 5: array 'level': the file is too short for this array");
}

// For flipped bits and truncated files, parsing returns a result or throws an error.
TEST(Vti, DamagedFilesAreReadOrRefused) {
    std::minstd_rand random(7);
    const std::vector<Way> all = ways();
    std::size_t taken = 0;
    for (int i = 0; i < 2000; ++i) {
        std::string content = written(all[random() % all.size()]);
        for (unsigned flips = random() % 4; flips > 0; --flips)
            content[random() % content.size()] ^= static_cast<char>(1u << random() % 8);
        if (random() % 3 == 0) content.resize(random() % content.size());
        try {
            const VtiFile file = parsed(content);
            for (const std::string& name : file.names()) {
                const VtiArray array = file.read(name);
                EXPECT_EQ(array.values.size(),
                          array.components * array.size[0] * array.size[1] * array.size[2]);
                ++taken;
            }
        } catch (const Error& error) {
            EXPECT_FALSE(error.reason().empty());
        }
    }
    EXPECT_GT(taken, 500u);
}

}  // namespace
}  // namespace glint
