// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::studio {

/// Undo and redo history of parameters. The history compares values, so it detects changes from any
/// source.
class EditHistory {
public:
    using Parameters = std::span<ParameterSet>;

    explicit EditHistory(Parameters parameters) { rebase(parameters); }

    /// Call once per frame. The changes since the last call become one entry. While `is_held` is
    /// true, for example because a slider is dragged, all changes are merged into one entry.
    void watch(Parameters parameters, bool is_held);
    /// Accepts the current values without adding an entry. Call when the parameters come from
    /// another version of their declaration. Existing entries stay. Undo and redo skip values of
    /// removed parameters, and values that a parameter rejects.
    void rebase(Parameters parameters);

    /// undo() restores the values from before the last entry, and redo() those from after the last
    /// undone entry. Both return false if that entry does not exist.
    bool undo(Parameters parameters);
    bool redo(Parameters parameters);

    /// Return the changes that undo() and redo() would make: "Speed 0.5 -> 0.3", or "3 parameters".
    /// Empty if undo() or redo() would change nothing.
    std::string to_undo() const;
    std::string to_redo() const;

private:
    /// A parameter's value, as ParameterSet::text returns it.
    struct Value {
        std::string structure;
        std::string name;
        std::string label;
        std::string text;
    };
    struct Change {
        Value before;
        std::string after;
    };
    using Entry = std::vector<Change>;

    static std::vector<Value> values_of(Parameters parameters);
    static std::string describe(const Entry& entry, bool is_undone);
    bool apply(Parameters parameters, const Entry& entry, bool is_undone);
    void add(Entry changes);

    std::vector<Value> last_;
    std::vector<std::vector<std::byte>> bytes_;  ///< bytes of each set, for a fast comparison
    std::vector<Entry> done_;                    ///< oldest entry first
    std::vector<Entry> undone_;
    bool is_open_ = false;  ///< true if further changes belong to the last entry
};

}  // namespace glint::studio
