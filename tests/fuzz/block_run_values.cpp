// SPDX-License-Identifier: MIT
#include "arithmetic.hpp"
#include "block_run.hpp"

namespace glint::fuzz {

Values BlockRun::evaluate(const ExpressionPtr& expression, const Mask& active) {
    using Kind = Expression::Kind;
    spend(threads());
    const Expression& node = *expression;
    Values values(threads());
    const auto fill = [&](auto&& value_of) {
        for (int thread = 0; thread < threads(); ++thread)
            if (active[thread]) values[thread] = value_of(thread);
        return values;
    };
    switch (node.kind) {
        case Kind::constant: return fill([&](int) { return node.bits; });
        case Kind::template_value: {
            const int value = frames_.back().template_value;
            return fill([&](int) { return to_bits(value); });
        }
        case Kind::builtin: return fill([&](int thread) { return builtin(node.builtin, thread); });
        case Kind::load: return load(node.place, active);
        case Kind::binary: return binary(node, active);
        case Kind::choice: return choice(node, active);
        case Kind::unary:
        case Kind::cast: break;
    }
    const Values operand = evaluate(node.operands[0], active);
    const Type type = node.operands[0]->type;
    if (node.kind == Kind::cast)
        return fill([&](int thread) {
            return node.rounding ? convert(operand[thread], type, node.type, *node.rounding)
                                 : convert(operand[thread], type, node.type);
        });
    return fill([&](int thread) { return apply(node.unary, type, operand[thread]); });
}

Values BlockRun::binary(const Expression& node, const Mask& active) {
    if (node.binary == Binary::logical_and || node.binary == Binary::logical_or)
        return short_circuit(node, active);
    const Values left = evaluate(node.operands[0], active);
    const Values right = evaluate(node.operands[1], active);
    const Type type = node.operands[0]->type;
    Values values(threads());
    for (int thread = 0; thread < threads(); ++thread)
        if (active[thread])
            values[thread] =
                node.rounding
                    ? apply(node.binary, type, *node.rounding, left[thread], right[thread])
                    : apply(node.binary, type, node.wraps, left[thread], right[thread]);
    return values;
}

// Evaluates the right side only if the left side does not determine the result.
Values BlockRun::short_circuit(const Expression& node, const Mask& active) {
    const Mask left = where(node.operands[0], active);
    const bool is_and = node.binary == Binary::logical_and;
    const Mask right = where(node.operands[1], is_and ? left : without(active, left));
    const Mask result = is_and ? right : left | right;
    return {result.begin(), result.end()};
}

Values BlockRun::choice(const Expression& node, const Mask& active) {
    const Mask first = where(node.operands[0], active);
    const Values yes = evaluate(node.operands[1], first);
    Values values = evaluate(node.operands[2], without(active, first));
    for (int thread = 0; thread < threads(); ++thread)
        if (first[thread]) values[thread] = yes[thread];
    return values;
}

std::uint64_t BlockRun::builtin(Builtin which, int thread) const {
    const auto [x, y, z] = kernel_.shape.block;
    const auto [columns, rows, layers] = kernel_.shape.grid;
    switch (which) {
        case Builtin::thread_x: return thread % x;
        case Builtin::thread_y: return thread / x % y;
        case Builtin::thread_z: return thread / (x * y);
        case Builtin::block_x: return block_ % columns;
        case Builtin::block_y: return block_ / columns % rows;
        case Builtin::block_z: return block_ / (columns * rows);
        case Builtin::size_x: return x;
        case Builtin::size_y: return y;
        case Builtin::size_z: return z;
        case Builtin::threads: return x * y * z;
        case Builtin::blocks: return columns * rows * layers;
    }
    throw Illegal("no such builtin");
}

Mask BlockRun::where(const ExpressionPtr& condition, const Mask& active) {
    const Values values = evaluate(condition, active);
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_bytes(condition->type) - 1);
    // -0.0 is false, too.
    const std::uint64_t ignored = is_float(condition->type) ? sign : 0;
    Mask mask(threads());
    for (int thread = 0; thread < threads(); ++thread)
        mask[thread] = active[thread] && (values[thread] & ~ignored) != 0;
    return mask;
}

std::shared_ptr<Storage> BlockRun::find(int variable) const {
    for (const Storages* storages : {&frames_.back().variables, &shared_, &common_})
        if (const auto found = storages->find(variable); found != storages->end())
            return found->second;
    throw Illegal(kernel_.variables[variable].name + " is not declared here");
}

Values BlockRun::indices(const Place& place, const Mask& active) {
    return place.index ? evaluate(place.index, active) : Values(threads());
}

Values BlockRun::load(const Place& place, const Mask& active) {
    const std::shared_ptr<Storage> storage = find(place.variable);
    Values values = indices(place, active);
    for (int thread = 0; thread < threads(); ++thread)
        if (active[thread])
            values[thread] =
                storage->load(storage->cell(thread, values[thread], place.field), now(thread));
    return values;
}

void BlockRun::store(const Place& place, const Values& values, const Mask& active) {
    const std::shared_ptr<Storage> storage = find(place.variable);
    const Values index = indices(place, active);
    for (int thread = 0; thread < threads(); ++thread)
        if (active[thread])
            storage->store(storage->cell(thread, index[thread], place.field), values[thread],
                           now(thread));
}

Moment BlockRun::now(int thread) const {
    return {.block = block_,
            .thread = thread,
            .block_barriers = block_barriers_,
            .warp_barriers = warp_barriers_[thread / 32]};
}

}  // namespace glint::fuzz
