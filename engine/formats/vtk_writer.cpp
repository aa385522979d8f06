// SPDX-License-Identifier: MIT
#include <glint/formats/vtk_writer.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <new>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

static_assert(std::endian::native == std::endian::little, "big-endian machines are not supported");

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

std::string_view vtk_type_name(ScalarType type) {
    switch (type) {
        case ScalarType::f64: return "Float64";
        case ScalarType::i8: return "Int8";
        case ScalarType::u8:
        case ScalarType::boolean: return "UInt8";
        case ScalarType::i16: return "Int16";
        case ScalarType::u16: return "UInt16";
        case ScalarType::i32: return "Int32";
        case ScalarType::u32: return "UInt32";
        case ScalarType::i64: return "Int64";
        case ScalarType::u64: return "UInt64";
        default: return "Float32";
    }
}

/// Compresses data in blocks of kBlockBytes. The data may arrive in chunks of any size.
class Blocks {
public:
    void add(std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const std::size_t now = std::min(bytes.size(), kBlockBytes - waiting_.size());
            waiting_.insert(waiting_.end(), bytes.begin(),
                            bytes.begin() + static_cast<std::ptrdiff_t>(now));
            bytes = bytes.subspan(now);
            if (waiting_.size() == kBlockBytes) pack();
        }
    }

    /// Compresses the remaining data as a smaller last block.
    void finish() {
        last_ = waiting_.size();
        if (last_ > 0) pack();
        waiting_ = {};
    }

    std::uint64_t size_bytes() const {
        return sizeof(std::uint64_t) * (3 + sizes_.size()) + packed_.size();
    }

    /// Sends the number of blocks, the size of a block, the size of a smaller last block (or 0),
    /// the compressed sizes, and the compressed blocks.
    void send_to(const ByteSink& sink) const {
        const std::array<std::uint64_t, 3> head{sizes_.size(), kBlockBytes, last_};
        sink(std::as_bytes(std::span(head)));
        sink(std::as_bytes(std::span(sizes_)));
        send_text(sink, packed_);
    }

private:
    void pack() {
        const std::size_t before = packed_.size();
        uLongf size = compressBound(static_cast<uLong>(waiting_.size()));
        packed_.resize(before + size);
        const int state = compress2(reinterpret_cast<Bytef*>(&packed_[before]), &size,
                                    reinterpret_cast<const Bytef*>(waiting_.data()),
                                    static_cast<uLong>(waiting_.size()), Z_BEST_SPEED);
        if (state != Z_OK) throw Error(ErrorCode::out_of_memory, "compress", "out of memory");
        packed_.resize(before + size);
        sizes_.push_back(size);
        waiting_.clear();
    }

    std::vector<std::byte> waiting_;
    std::uint64_t last_ = 0;  ///< size of a smaller last block, or 0
    std::vector<std::uint64_t> sizes_;
    std::string packed_;
};

/// The binary data of all arrays, which follows the XML.
class Appended {
public:
    explicit Appended(bool is_compressed) : is_compressed_(is_compressed) {}

    /// Adds an array's data. Returns its offset, which the XML refers to.
    std::uint64_t add(std::uint64_t bytes, std::function<void(const ByteSink&)> produce) {
        const std::uint64_t offset = size_;
        entries_.push_back({.bytes = bytes, .produce = std::move(produce), .blocks = {}});
        Entry& entry = entries_.back();
        if (is_compressed_) {
            entry.produce([&](std::span<const std::byte> some) { entry.blocks.add(some); });
            entry.blocks.finish();
            size_ += entry.blocks.size_bytes();
        } else {
            size_ += sizeof(std::uint64_t) + bytes;
        }
        return offset;
    }

    void send_to(const ByteSink& sink) const {
        for (const Entry& entry : entries_) {
            if (is_compressed_) {
                entry.blocks.send_to(sink);
                continue;
            }
            sink(std::as_bytes(std::span(&entry.bytes, 1)));
            entry.produce(sink);
        }
    }

private:
    struct Entry {
        std::uint64_t bytes;
        std::function<void(const ByteSink&)> produce;
        Blocks blocks;
    };
    bool is_compressed_;
    std::uint64_t size_ = 0;
    std::vector<Entry> entries_;
};

/// Returns an XML element that stores the string as an array of character codes, as VTK does.
std::string string_data(std::string_view name, std::string_view value) {
    std::string codes;
    for (const char c : value) codes += fmt::format("{} ", static_cast<int>(c));
    return fmt::format(
        "      <Array type=\"String\" Name=\"{}\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{}0</Array>\n",
        text::escaped_markup(name), codes);
}

class Document {
public:
    Document(std::string_view type, const VtkFacts& facts)
        : type_(type), facts_(facts), appended_(facts.is_compressed) {
        text_ = fmt::format(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
            "byte_order=\"LittleEndian\" header_type=\"UInt64\"{}>\n",
            type, facts.is_compressed ? " compressor=\"vtkZLibDataCompressor\"" : "");
    }

    void add(std::string_view text) { text_ += text; }

    void add_facts(std::span<const SavedArray> arrays) {
        text_ += fmt::format(
            "    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">{}</DataArray>\n"
            "      <DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" "
            "format=\"ascii\">{}</DataArray>\n",
            text::shortest(facts_.time), facts_.step);
        add_string("title", facts_.title);
        add_string("time_unit", facts_.time_unit);
        add_string("length_unit", facts_.length_unit);
        for (const SavedArray& array : arrays) {
            add_string(array.name + "_label", array.label);
            add_string(array.name + "_unit", array.unit);
        }
        text_ += "    </FieldData>\n";
    }

    /// Adds arrays. The first scalar array becomes the active array, which viewers use for
    /// coloring.
    void add_arrays(std::string_view element, std::span<const SavedArray> arrays) {
        const auto first = std::ranges::find_if(arrays, [](const SavedArray& array) {
            return !array.is_struct && array.parts.front().components == 1;
        });
        text_ +=
            fmt::format("      <{}{}>\n", element,
                        first == arrays.end()
                            ? ""
                            : fmt::format(" Scalars=\"{}\"", text::escaped_markup(first->name)));
        for (const SavedArray& array : arrays)
            for (const SavedArray::Part& part : array.parts)
                add_array(array.name_of(part), {row_part(array, part)}, array.count, array.unit);
        text_ += fmt::format("      </{}>\n", element);
    }

    /// Adds an array. Each row consists of the numbers of all `parts`, which must have the same
    /// type.
    void add_array(const std::string& name, std::vector<RowPart> parts, std::size_t rows,
                   const std::string& unit) {
        unsigned components = 0;
        std::uint64_t row_bytes = 0;
        for (const RowPart& part : parts) {
            components += part.components;
            row_bytes += part.stored_bytes();
        }
        const ScalarType type = parts.front().stored;
        add_described(vtk_type_name(type), name, components, unit, rows * row_bytes,
                      [parts, rows](const ByteSink& sink) { write_rows(parts, rows, sink); });
    }

    /// Adds an array of `count` consecutive integers, starting at `first`.
    template <class T>
    void add_sequence(const std::string& name, std::size_t count, T first) {
        add_described(sizeof(T) == 4 ? "Int32" : "Int64", name, 1, "", count * sizeof(T),
                      [=](const ByteSink& sink) {
                          std::vector<T> some;
                          for (std::size_t done = 0; done < count; done += some.size()) {
                              some.resize(std::min(count - done, kBlockBytes / sizeof(T)));
                              for (std::size_t i = 0; i < some.size(); ++i)
                                  some[i] = static_cast<T>(done + i) + first;
                              sink(std::as_bytes(std::span(some)));
                          }
                      });
    }

    void send_to(const ByteSink& sink) {
        send_text(sink,
                  fmt::format("{}  </{}>\n  <AppendedData encoding=\"raw\">\n_", text_, type_));
        appended_.send_to(sink);
        send_text(sink, "\n  </AppendedData>\n</VTKFile>\n");
    }

private:
    void add_string(const std::string& name, const std::string& value) {
        if (!value.empty()) text_ += string_data(name, value);
    }

    void add_described(std::string_view type, const std::string& name, unsigned components,
                       const std::string& unit, std::uint64_t bytes,
                       std::function<void(const ByteSink&)> produce) {
        text_ += fmt::format(
            "        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" "
            "format=\"appended\" offset=\"{}\"",
            type, text::escaped_markup(name), components, appended_.add(bytes, std::move(produce)));
        text_ += unit.empty() ? "/>\n"
                              : fmt::format(
                                    ">\n          <InformationKey name=\"UNITS_LABEL\" "
                                    "location=\"vtkDataArray\">{}</InformationKey>\n"
                                    "        </DataArray>\n",
                                    text::escaped_markup(unit));
    }

    std::string_view type_;
    const VtkFacts& facts_;
    Appended appended_;
    std::string text_;
};

/// Returns the positions with three components. Drops a fourth component, and adds zeros for
/// missing components.
std::vector<RowPart> in_space(const SavedArray& places) {
    static constexpr double kZero = 0;
    RowPart part = row_part(places, places.parts.front());
    part.components = std::min(part.components, 3u);
    std::vector<RowPart> parts{part};
    if (part.components < 3)
        parts.push_back({.data = reinterpret_cast<const std::byte*>(&kZero),
                         .stride_bytes = 0,
                         .type = part.stored,
                         .components = 3 - part.components,
                         .stored = part.stored});
    return parts;
}

template <class T>
void add_vertices(Document& document, std::size_t count) {
    document.add_sequence<T>("connectivity", count, 0);
    document.add_sequence<T>("offsets", count, 1);
}

}  // namespace

void write_vti(const VtkGrid& grid, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink) {
    std::vector<std::size_t> extent;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        extent.push_back(0);
        extent.push_back(axis < grid.cells.size() ? grid.cells[axis] : 0);
    }
    Document document("ImageData", facts);
    document.add(fmt::format(
        "  <ImageData WholeExtent=\"{0}\" Origin=\"{2}\" Spacing=\"{1} {1} {1}\">\n",
        fmt::join(extent, " "), text::shortest(grid.spacing), fmt::join(grid.origin, " ")));
    document.add_facts(arrays);
    document.add(fmt::format("    <Piece Extent=\"{}\">\n", fmt::join(extent, " ")));
    document.add_arrays("CellData", arrays);
    document.add("    </Piece>\n");
    document.send_to(sink);
}

void write_vtp(const SavedArray& places, std::span<const SavedArray> arrays, const VtkFacts& facts,
               const ByteSink& sink) {
    const std::size_t count = places.count;
    Document document("PolyData", facts);
    document.add("  <PolyData>\n");
    document.add_facts(arrays);
    document.add(
        fmt::format("    <Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\" "
                    "NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
                    count));
    document.add_arrays("PointData", arrays);
    document.add("      <Points>\n");
    document.add_array(places.name, in_space(places), count, places.unit);
    document.add("      </Points>\n      <Verts>\n");
    if (count < std::numeric_limits<std::int32_t>::max())
        add_vertices<std::int32_t>(document, count);
    else
        add_vertices<std::int64_t>(document, count);
    document.add("      </Verts>\n    </Piece>\n");
    document.send_to(sink);
}

}  // namespace glint
