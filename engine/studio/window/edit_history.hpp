// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::studio {

/// What was done to parameters, to be undone and done again. It looks at their values, so it does
/// not matter who changes them.
class EditHistory {
public:
    using Parameters = std::span<ParameterSet>;

    explicit EditHistory(Parameters parameters) { rebase(parameters); }

    /// To be called once for each frame: what has changed since the last call becomes one entry. As
    /// long as something is held, a slider that is dragged, all its changes are one.
    void watch(Parameters parameters, bool is_held);
    /// Takes the values as they are, without an entry: to be called when they come from another
    /// version of their declaration. Entries stay; what they have of parameters that are gone, or
    /// that refuse the value, is left out.
    void rebase(Parameters parameters);

    /// Gives the parameters the values before the last entry, or after the last that was undone.
    /// False if there is none.
    bool undo(Parameters parameters);
    bool redo(Parameters parameters);

    /// "Speed 0.5 -> 0.3", or "3 parameters"; empty if there is none.
    std::string to_undo() const;
    std::string to_redo() const;

private:
    /// A parameter's value, as ParameterSet::text gives it.
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
    static std::string told(const Entry& entry, bool is_undone);
    bool apply(Parameters parameters, const Entry& entry, bool is_undone);
    void add(Entry changes);

    std::vector<Value> last_;
    std::vector<std::vector<std::byte>> bytes_;  ///< of each set, to see quickly that none changed
    std::vector<Entry> done_;                    ///< the last one at the end
    std::vector<Entry> undone_;
    bool is_open_ = false;  ///< whether further changes belong to the last entry
};

}  // namespace glint::studio
