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

/// Version of the elements of fields. The elements are equal if their versions are equal.
struct DataVersion {
    std::uint64_t state = 0;   ///< number of State objects that the simulation has created
    std::uint64_t change = 0;  ///< see State::changes()

    friend bool operator==(const DataVersion&, const DataVersion&) = default;
};

/// The arrays that a file declares, in device memory. Double-buffered fields have two.
class State {
public:
    using Place = Declaration::Place;

    /// Allocates zeroed arrays on the stream, with extents from these parameters. Throws
    /// DeclarationError, with the structures and their sizes, if the arrays do not fit into the
    /// device's memory.
    State(const Stream& stream, const std::string& file, const Declaration& declaration,
          std::span<const ParameterSet> parameters);

    const Extents& extents(std::size_t structure) const { return structures_[structure].extents; }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// Number of times that the elements of any field may have changed.
    std::uint64_t changes() const noexcept { return changes_; }
    /// Number of times that this field's elements may have changed. Calls of clear() do not count.
    std::uint64_t changes(Place place) const { return at(place).changes; }

    /// A field's elements, x fastest.
    void* data(Place place) { return memory(place).data(); }
    const void* data(Place place) const { return at(place).current.data(); }
    std::size_t size_bytes(Place place) const { return at(place).current.size(); }
    /// The buffer for the field's next values. The field must be double-buffered.
    void* next(Place place) { return at(place).next.data(); }
    /// Makes the next values of the field current.
    void advance(Place place) {
        count_change(place);
        std::swap(at(place).current, at(place).next);
    }

    DeviceMemory<std::byte>& memory(Place place) {
        count_change(place);
        return at(place).current;
    }
    const DeviceMemory<std::byte>& memory(Place place) const { return at(place).current; }

    /// An array that later steps may read: the current elements of a field, or the array for the
    /// field's next values. Steps may depend on the array for next values, because its elements
    /// stay unchanged if a kernel does not write them.
    struct Buffer {
        Place place;
        bool is_next = false;
        DeviceMemory<std::byte>* memory = nullptr;
    };
    /// Returns the arrays that steps may depend on, in the declaration's order. Fields that only
    /// `draw` kernels write are left out.
    std::vector<Buffer> buffers(const Declaration& declaration);

    /// True if this state, which belongs to declaration `ours`, can be reused for `theirs` with
    /// these parameters.
    bool fits(const Declaration& ours, const Declaration& theirs,
              std::span<const ParameterSet> parameters) const;
    /// Moves elements of fields here from `from`, a state of declaration `theirs`. A field gets
    /// elements if `from` contains a field with the same name and type, in a structure with the
    /// same name and extents. Returns a line for each other field: "new: Pond.depth", "removed:
    /// Pond.rising".
    std::vector<std::string> take_fields(const Declaration& ours, State& from,
                                         const Declaration& theirs);

    /// Zeroes all elements, on the stream passed to the constructor.
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
