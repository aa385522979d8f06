// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/state/extents.hpp>

namespace glint::studio {

/// Which elements fields have: of another value they may have others.
struct DataVersion {
    std::uint64_t state = 0;   ///< how many states there were before
    std::uint64_t change = 0;  ///< how often something could change this one

    friend bool operator==(const DataVersion&, const DataVersion&) = default;
};

/// The arrays that a file declares, in a device's memory: two of a field whose next values a kernel
/// writes.
class State {
public:
    using Place = Declaration::Place;

    /// All zeros, on the stream, with extents by these parameters. Throws DeclarationError, naming
    /// structures and sizes, if the device has less memory.
    State(const Stream& stream, const std::string& file, const Declaration& declaration,
          std::span<const ParameterSet> parameters);

    const Extents& extents(std::size_t structure) const { return structures_[structure].extents; }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// How often somebody got a field's elements to change them.
    std::uint64_t changes() const noexcept { return changes_; }
    /// The same of one field.
    std::uint64_t changes(Place place) const { return at(place).changes; }

    /// A field's elements, x fastest.
    void* data(Place place) { return memory(place).data(); }
    const void* data(Place place) const { return at(place).current.data(); }
    std::size_t size_bytes(Place place) const { return at(place).current.size(); }
    /// Where its next values go. The field has to be double-buffered.
    void* next(Place place) { return at(place).next.data(); }
    /// Makes the next values the field's.
    void advance(Place place) {
        count_change(place);
        std::swap(at(place).current, at(place).next);
    }

    DeviceMemory<std::byte>& memory(Place place) {
        count_change(place);
        return at(place).current;
    }
    const DeviceMemory<std::byte>& memory(Place place) const { return at(place).current; }

    /// An array that steps may depend on: a field's elements, or where its next values go, which
    /// kernels need not fill.
    struct Buffer {
        Place place;
        bool is_next = false;
        DeviceMemory<std::byte>* memory = nullptr;
    };
    /// All of them, in the declaration's order. What only `draw` kernels write is none.
    std::vector<Buffer> buffers(const Declaration& declaration);

    /// Whether it would have the same arrays if it were of declaration `theirs`, with these
    /// parameters, in place of `ours`, which it is of.
    bool fits(const Declaration& ours, const Declaration& theirs,
              std::span<const ParameterSet> parameters) const;
    /// Takes over the elements of each field that `from`, which is of declaration `theirs`, has in
    /// a structure of the same name and extents, with the same name and type. Gives a line for each
    /// other: "new: Pond.depth", "gone: Pond.rising".
    std::vector<std::string> take_fields(const Declaration& ours, State& from,
                                         const Declaration& theirs);

    /// All elements zero, on the stream that it was made with.
    void clear();

private:
    struct Buffers {
        DeviceMemory<std::byte> current;
        DeviceMemory<std::byte> next;
        std::uint64_t changes = 0;
    };
    struct Arrays {
        Extents extents;
        std::vector<Buffers> fields;
    };

    void count_change(Place place) {
        ++changes_;
        ++at(place).changes;
    }
    Buffers& at(Place place) { return structures_[place.structure].fields[place.field]; }
    const Buffers& at(Place place) const {
        return structures_[place.structure].fields[place.field];
    }

    Stream stream_;
    std::vector<Arrays> structures_;
    std::size_t size_bytes_ = 0;
    std::uint64_t changes_ = 0;
};

}  // namespace glint::studio
