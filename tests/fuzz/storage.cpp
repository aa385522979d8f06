// SPDX-License-Identifier: MIT
#include "storage.hpp"

#include <cstring>

#include "arithmetic.hpp"

namespace glint::fuzz {
namespace {

std::uint64_t scrambled(std::uint64_t value) {
    value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 27)) * 0xbf58476d1ce4e5b9u;
    return value ^ (value >> 33);
}

bool is_shared(Space space) { return space == Space::shared || space == Space::dynamic_shared; }

bool is_common(Space space) {
    return is_shared(space) || space == Space::global || space == Space::device;
}

}  // namespace

std::uint64_t initial_bits(const Variable& variable, std::size_t element, std::size_t field) {
    const std::size_t fields = variable.layout->fields.size();
    if (!variable.values.empty()) return variable.values[element * fields + field];
    const std::uint64_t random = scrambled(element * fields + field + 1);
    const Type type = variable.layout->fields[field].type;
    if (is_float(type))
        return convert(to_bits(static_cast<std::int64_t>(random % 129) - 64), Type::i64, type);
    return convert(random, Type::u64, type);
}

Values initial_cells(const Variable& variable) {
    Values cells;
    for (std::size_t i = 0; i < variable.count; ++i)
        for (std::size_t field = 0; field < variable.layout->fields.size(); ++field)
            cells.push_back(initial_bits(variable, i, field));
    return cells;
}

std::vector<std::byte> to_bytes(const Variable& variable, const Values& cells) {
    const Layout& layout = *variable.layout;
    std::vector<std::byte> bytes(cells.size() / layout.fields.size() * layout.size);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Field& field = layout.fields[i % layout.fields.size()];
        const std::size_t offset = i / layout.fields.size() * layout.size + field.offset;
        std::memcpy(&bytes[offset], &cells[i], size_bytes(field.type));
    }
    return bytes;
}

Storage::Storage(const Variable& variable, std::size_t copies, Values cells)
    : variable_(&variable),
      fields_(variable.layout->fields.size()),
      count_(variable.count),
      own_(copies > 1 || !is_common(variable.space)),
      cells_(std::move(cells)) {
    if (cells_.empty()) cells_.resize(copies * count_ * fields_);
    if (!own_) history_.resize(cells_.size());
}

std::size_t Storage::cell(int thread, std::uint64_t index, std::size_t field) const {
    if (index >= count_) throw Illegal("an index is outside " + variable_->name);
    const std::size_t first = cells_.size() > count_ * fields_ ? count_ * thread : 0;
    return (first + index) * fields_ + field;
}

bool Storage::races(const Access& access, const Moment& now) {
    const Moment& then = access.when;
    if (then.thread == Access::kNobody) return false;
    if (then.block != now.block) return true;
    if (then.thread == now.thread || then.block_barriers != now.block_barriers) return false;
    const bool same_warp = then.thread >= 0 && then.thread / 32 == now.thread / 32;
    return !same_warp || then.warp_barriers == now.warp_barriers;
}

void Storage::note(Access& access, const Moment& now) {
    const bool others = races(access, now);
    access.when = now;
    if (others) access.when.thread = Access::kMany;
}

void Storage::check(bool free, std::size_t cell, const char* what) const {
    if (free) return;
    throw Illegal("a race on " + variable_->name + "[" + std::to_string(cell / fields_) +
                  "]: " + what);
}

std::uint64_t Storage::load(std::size_t cell, const Moment& now) {
    if (own_) return cells_[cell];
    History& history = history_[cell];
    if (is_shared(variable_->space) && !history.defined)
        throw Illegal(variable_->name + " is read before it is written");
    check(!races(history.write, now), cell, "a read after a write");
    check(!races(history.atomic, now), cell, "a read after an atomic");
    note(history.read, now);
    return cells_[cell];
}

void Storage::store(std::size_t cell, std::uint64_t bits, const Moment& now) {
    cells_[cell] = bits;
    if (own_) return;
    History& history = history_[cell];
    check(!races(history.read, now), cell, "a write after a read");
    check(!races(history.write, now), cell, "a write after a write");
    check(!races(history.atomic, now), cell, "a write after an atomic");
    note(history.write, now);
    history.defined = true;
}

std::uint64_t Storage::exchange(std::size_t cell, std::uint64_t bits, const Moment& now) {
    const std::uint64_t old = cells_[cell];
    cells_[cell] = bits;
    if (own_) return old;
    History& history = history_[cell];
    if (is_shared(variable_->space) && !history.defined)
        throw Illegal(variable_->name + " is changed before it is written");
    check(!races(history.read, now), cell, "an atomic after a read");
    check(!races(history.write, now), cell, "an atomic after a write");
    note(history.atomic, now);
    return old;
}

}  // namespace glint::fuzz
