// SPDX-License-Identifier: MIT
#include <algorithm>

#include "generator.hpp"
#include "warp_ops.hpp"

/// Statements that synchronize threads.
namespace glint::fuzz {
namespace {

std::vector<Atomic> operations_on(Type type) {
    switch (type) {
        case Type::i32:
            return {Atomic::add,     Atomic::subtract, Atomic::minimum, Atomic::maximum,
                    Atomic::bit_and, Atomic::bit_or,   Atomic::bit_xor};
        case Type::u32:
            return {Atomic::add,     Atomic::subtract, Atomic::minimum,
                    Atomic::maximum, Atomic::bit_xor,  Atomic::compare_and_swap};
        case Type::u64:
            return {Atomic::add, Atomic::minimum, Atomic::maximum, Atomic::bit_or,
                    Atomic::compare_and_swap};
        case Type::f32: return {Atomic::add};
        default: return {};
    }
}

}  // namespace

bool Generator::meeting_statement(Context& context) {
    if (in_function_) return false;
    switch (random_.between(0, 10)) {
        case 0: return barrier(context);
        case 1: return barrier_vote(context);
        case 2: return exchange(context);
        case 3:
        case 4: return warp_operation(context);
        case 5: return warp_exchange(context);
        case 6: return call_warp_function(context);
        case 7:
        case 8: return shared_atomic();
        default: return store_shared();
    }
}

bool Generator::same_phases(const std::vector<SharedState>& other) const {
    const auto same = [](const SharedState& a, const SharedState& b) {
        return a.phase == b.phase && a.mapping == b.mapping && a.operation == b.operation;
    };
    return std::equal(shared_.begin(), shared_.end(), other.begin(), other.end(), same);
}

void Generator::back_to(const std::vector<SharedState>& before) {
    if (same_phases(before)) return;
    emit(simple(Statement::Kind::barrier));
    ++meetings_;
    shared_ = before;
}

void Generator::next_phase() {
    using Phase = SharedState::Phase;
    ++meetings_;
    for (SharedState& state : shared_) {
        const Layout& layout = *kernel_.variables[state.variable].layout;
        const auto operations =
            layout.is_scalar() ? operations_on(layout.fields[0].type) : std::vector<Atomic>();
        state.phase = state.small ? Phase::read : random_.pick({Phase::read, Phase::own});
        if (!operations.empty() && random_.chance(state.small ? 50 : 25)) {
            state.phase = Phase::atomic;
            state.operation = random_.pick(operations);
        }
        state.mapping = random_.chance(50) ? 0 : random_.between(0, 9);
    }
}

bool Generator::barrier(Context& context) {
    if (!context.together) return false;
    emit(simple(Statement::Kind::barrier));
    next_phase();
    return true;
}

bool Generator::barrier_vote(Context& context) {
    if (!context.together) return false;
    const Vote how = random_.pick({Vote::count, Vote::all, Vote::any});
    ExpressionPtr asked = condition();
    const int answer =
        introduce(scalar(Type::i32),
                  {.role = Role::uniform, .high = how == Vote::count ? 1024 : 1, .uniform = true});
    emit(vote(how, {.variable = answer}, std::move(asked)));
    next_phase();
    return true;
}

// Calls a function with barriers inside, which writes, waits, and reads another thread's value.
bool Generator::exchange(Context& context) {
    if (!context.together || exchange_functions_.empty()) return false;
    const SharedState* state = exchanged_array();
    if (state == nullptr) return false;
    Statement call{.kind = Statement::Kind::call};
    call.callee = random_.pick(exchange_functions_);
    call.arguments = {{.place = {.variable = state->variable}},
                      {.value = get(thread_)},
                      {.value = value(Type::i32)},
                      {.value = number(random_.between(1, 40))}};
    call.result.variable = introduce(scalar(Type::i32), {.role = Role::value});
    emit(std::move(call));
    ++meetings_;
    return true;
}

// A shared array in which each thread owns the element at its index; null if that is not possible.
SharedState* Generator::exchanged_array() {
    const auto fits = [&](const SharedState& state) {
        return !state.small && kernel_.variables[state.variable].layout == &scalar(Type::i32);
    };
    const auto found = std::ranges::find_if(shared_, fits);
    if (found == shared_.end()) return nullptr;
    if (found->phase != SharedState::Phase::own || found->mapping != 0) {
        emit(simple(Statement::Kind::barrier));
        next_phase();
        found->phase = SharedState::Phase::own;
        found->mapping = 0;
    }
    return &*found;
}

// The lane from which a shuffle reads.
ExpressionPtr Generator::shuffle_source(const Statement& shuffle) {
    const ExpressionPtr lane = get(lane_), operand = shuffle.condition;
    const ExpressionPtr within = number(shuffle.width - 1);
    const ExpressionPtr place = binary(Binary::bit_and, lane, within);
    const ExpressionPtr first = binary(Binary::subtract, lane, place);
    const auto inside = [&](ExpressionPtr fits, ExpressionPtr source) {
        return choice(std::move(fits), std::move(source), lane);
    };
    const ExpressionPtr distance = cast(Type::i32, operand);
    switch (shuffle.warp) {
        case Warp::shuffle:
            return binary(Binary::add, first, binary(Binary::bit_and, distance, within));
        case Warp::shuffle_up:
            return inside(binary(Binary::less_equal, distance, place),
                          binary(Binary::subtract, lane, distance));
        case Warp::shuffle_down:
            return inside(binary(Binary::less_equal, binary(Binary::add, place, distance), within),
                          binary(Binary::add, lane, distance));
        default: break;
    }
    const ExpressionPtr other = binary(Binary::bit_xor, lane, distance);
    return inside(binary(Binary::less_equal, other, binary(Binary::add, first, within)), other);
}

bool Generator::warp_operation(Context& context) {
    if (context.lanes == 0 || exited_) return false;
    const auto operation =
        static_cast<Warp>(random_.chance(50) ? random_.between(0, 3) : random_.between(4, 14));
    if (operation == Warp::match_all && !has_full_warps()) return false;
    Statement statement = warp(operation, context.lanes, {}, nullptr);
    add_operands(statement);
    const Type type = warp_result_type(operation, statement.value->type);
    statement.place.variable =
        introduce(scalar(type), {.role = is_float(type) ? Role::real : Role::value});
    emit(statement);
    if (is_shuffle(operation) && (context.lanes != 0xffffffffu || !has_full_warps()))
        forget_absent_lanes(statement);
    return true;
}

void Generator::add_operands(Statement& operation) {
    if (is_shuffle(operation.warp)) {
        add_shuffle_operands(operation);
    } else if (is_reduction(operation.warp)) {
        const bool bitwise = operation.warp >= Warp::reduce_and;
        operation.value = value(bitwise ? Type::u32 : random_.pick({Type::i32, Type::u32}));
    } else if (operation.warp == Warp::match_any || operation.warp == Warp::match_all) {
        operation.value =
            binary(Binary::bit_and, value(Type::i32, 1), number(random_.pick({0, 1, 3})));
    } else {
        operation.value = condition();
    }
}

void Generator::add_shuffle_operands(Statement& shuffle) {
    const Type type =
        random_.pick({Type::i32, Type::i32, Type::u32, Type::f32, Type::i64, Type::u64, Type::f64});
    shuffle.value = stored(type);
    shuffle.width = random_.pick({32u, 32u, 16u, 8u});
    const bool steps = shuffle.warp == Warp::shuffle_up || shuffle.warp == Warp::shuffle_down;
    shuffle.condition = steps ? constant(Type::u32, random_.between(1, 17))
                              : number(random_.pick({1, 2, 4, 8, 16, 3, 31}));
    if (shuffle.warp == Warp::shuffle && random_.chance(50))
        shuffle.condition = binary(Binary::bit_and, value(Type::i32, 1), number(31));
}

// Overwrites values from absent lanes, because they are undefined.
void Generator::forget_absent_lanes(const Statement& shuffle) {
    const ExpressionPtr source = shuffle_source(shuffle);
    const ExpressionPtr named = binary(
        Binary::bit_and,
        binary(Binary::shift_right, constant(Type::u32, shuffle.mask), cast(Type::u32, source)),
        constant(Type::u32, 1));
    const ExpressionPtr thread =
        binary(Binary::add, binary(Binary::subtract, get(thread_), get(lane_)), source);
    const ExpressionPtr exists =
        binary(Binary::less, thread, cast(Type::i32, builtin(Builtin::threads)));
    const ExpressionPtr absent =
        unary(Unary::logical_not, binary(Binary::logical_and, named, exists));
    emit(branch(absent, {assign(shuffle.place, constant(kernel_.type_of(shuffle.place), 0))}));
}

// Exchanges values within warps through shared memory, without a block barrier.
bool Generator::warp_exchange(Context& context) {
    if (context.lanes != 0xffffffffu || exited_ || !has_full_warps()) return false;
    for (const SharedState& state : shared_) {
        const Layout& layout = *kernel_.variables[state.variable].layout;
        if (state.phase != SharedState::Phase::own || state.mapping != 0 || state.small) continue;
        if (!layout.is_scalar()) continue;
        const Type type = layout.fields[0].type;
        Statement wait = simple(Statement::Kind::warp_sync);
        emit(assign({.variable = state.variable, .index = get(thread_)}, stored(type)));
        emit(wait);
        const ExpressionPtr other =
            binary(Binary::bit_xor, get(thread_), number(random_.between(1, 31)));
        introduce(scalar(type), {.role = is_float(type) ? Role::real : Role::value},
                  get({.variable = state.variable, .index = other}));
        emit(wait);
        return true;
    }
    return false;
}

bool Generator::call_warp_function(Context& context) {
    if (context.lanes != 0xffffffffu || exited_ || warp_functions_.empty()) return false;
    Statement call{.kind = Statement::Kind::call};
    call.callee = random_.pick(warp_functions_);
    call.arguments = {{.value = value(Type::i32)}};
    call.result.variable = introduce(scalar(Type::i32), {.role = Role::value});
    emit(std::move(call));
    return true;
}

bool Generator::store_shared() {
    std::vector<int> candidates;
    for (const SharedState& state : shared_)
        if (state.phase == SharedState::Phase::own) candidates.push_back(state.variable);
    if (candidates.empty()) return false;
    const Place place = any_place(random_.pick(candidates));
    emit(assign(place, stored(kernel_.type_of(place))));
    return true;
}

bool Generator::shared_atomic() {
    for (const SharedState& state : shared_) {
        if (state.phase != SharedState::Phase::atomic) continue;
        const Variable& variable = kernel_.variables[state.variable];
        Place place{.variable = state.variable};
        place.index = index(std::min<std::size_t>(variable.count, kernel_.shape.threads()));
        const Type type = kernel_.type_of(place);
        ExpressionPtr operand = value(is_float(type) ? Type::i32 : type, 1);
        if (is_float(type)) operand = cast(type, binary(Binary::bit_and, operand, number(7)));
        emit(atomic(state.operation, place, operand));
        return true;
    }
    return false;
}

}  // namespace glint::fuzz
