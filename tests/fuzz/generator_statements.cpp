// SPDX-License-Identifier: MIT
#include <algorithm>

#include "generator.hpp"

/// Statements of individual threads.
namespace glint::fuzz {

void Generator::statements(Context& context, int least, int most) {
    for (int count = random_.between(least, most); count > 0; --count) statement(context);
}

// Tries statements until one is possible here.
void Generator::statement(Context& context) {
    for (int attempt = 0; attempt < 20; ++attempt) {
        if (stands_in_rows() && (rows_->plain || random_.chance(60))) {
            if (row_statement(context)) return;
            continue;
        }
        const int kind = random_.between(1, 100);
        const bool done = kind <= 45   ? plain_statement(context)
                          : kind <= 72 ? control_statement(context)
                                       : meeting_statement(context);
        if (done) return;
    }
}

bool Generator::plain_statement(Context& context) {
    switch (random_.between(0, 13)) {
        case 0:
        case 1: return declare_something(context);
        case 2: return store_out();
        case 3: return touch_array();
        case 4: return touch_record();
        case 5: return add_atomic();
        case 6: return count_slots();
        case 7:
        case 8: return call_something();
        case 9: return make_lambda(context);
        case 10: return assign_uniform(context);
        default: return assign_something();
    }
}

int Generator::introduce(const Layout& layout, Visible as, ExpressionPtr first, std::size_t count) {
    as.variable = local(layout, count);
    emit(declare(as.variable, std::move(first)));
    visible_.push_back(as);
    return as.variable;
}

bool Generator::declare_something(Context& context) {
    const int kind = random_.between(0, 9);
    if (kind < 4)
        declare_value();
    else if (kind < 6)
        declare_real();
    else if (kind < 7 && context.together)
        declare_uniform();
    else if (kind < 8)
        declare_counter();
    else if (kind < 9)
        declare_array();
    else
        declare_record();
    return true;
}

void Generator::declare_value() {
    const Type type = random_.pick({Type::i32, Type::u32, Type::i64, Type::u64, Type::i16, Type::u8,
                                    Type::boolean, Type::i32});
    introduce(scalar(type), {.role = Role::value}, stored(type));
}

void Generator::declare_real() {
    const Type type = random_.pick({Type::f32, Type::f64, Type::f32});
    introduce(scalar(type), {.role = Role::real}, whole(type));
}

void Generator::declare_uniform() {
    introduce(scalar(Type::i32), {.role = Role::uniform, .high = 63, .uniform = true},
              binary(Binary::bit_and, uniform().expression, number(63)));
}

void Generator::declare_counter() {
    const Bounded first = bounded();
    introduce(scalar(Type::i32), {.role = Role::counter, .low = first.low, .high = first.high},
              first.expression);
}

void Generator::declare_array() {
    const Type type = random_.pick({Type::i32, Type::u32, Type::i16, Type::u8, Type::i64});
    const int count = random_.pick({4, 5, 8, 16});
    introduce(scalar(type), {.role = Role::array}, nullptr, static_cast<std::size_t>(count));
    touch_array();
}

void Generator::declare_record() {
    const auto* layout = random_.pick<const Layout*>(
        {&cell_layout(), &wide_layout(), &int2_layout(), &float4_layout()});
    introduce(*layout, {.role = Role::record});
    touch_record();
}

bool Generator::assign_something() {
    const auto known = having({Role::value, Role::real});
    if (known.empty()) return false;
    const Place place{.variable = random_.pick(known)->variable};
    emit(assign(place, stored(kernel_.type_of(place))));
    return true;
}

bool Generator::assign_uniform(Context& context) {
    const auto known = having({Role::uniform});
    std::vector<int> assignable;
    for (const Visible* visible : known)
        if (kernel_.variables[visible->variable].space == Space::local && visible->high == 63)
            assignable.push_back(visible->variable);
    if (!context.together || assignable.empty()) return false;
    const ExpressionPtr sum = binary(Binary::add, uniform().expression, uniform().expression);
    emit(assign({.variable = random_.pick(assignable)}, binary(Binary::bit_and, sum, number(31))));
    return true;
}

// Stores a single field or a whole element to an element that this thread owns in a buffer.
bool Generator::store_out() {
    if (in_function_) return false;
    const OutBuffer& buffer = random_.pick(outputs_);
    const Variable& variable = kernel_.variables[buffer.variable];
    Place place{.variable = buffer.variable, .index = own_index(buffer)};
    for (const int input : inputs_)
        if (random_.chance(40) && kernel_.variables[input].layout == variable.layout) {
            emit(copy(place, {.variable = input, .index = index(kernel_.variables[input].count)}));
            return true;
        }
    for (const Visible* record : having({Role::record}))
        if (kernel_.variables[record->variable].layout == variable.layout && random_.chance(60)) {
            emit(copy(place, {.variable = record->variable}));
            return true;
        }
    place.field = random_.between(0, static_cast<int>(variable.layout->fields.size()) - 1);
    const Type type = kernel_.type_of(place);
    ExpressionPtr fresh = stored(type);
    if (!is_float(type) && !is_narrow(type) && random_.chance(40))
        fresh = wrapping(Binary::add, get(place), fresh);
    emit(assign(place, fresh));
    return true;
}

bool Generator::touch_array() {
    const auto arrays = having({Role::array});
    if (arrays.empty()) return false;
    const Place place = any_place(random_.pick(arrays)->variable);
    emit(assign(place, stored(kernel_.type_of(place))));
    return true;
}

bool Generator::touch_record() {
    const auto records = having({Role::record});
    if (records.empty()) return false;
    const Place place = any_place(random_.pick(records)->variable);
    const Layout* layout = kernel_.at(place).layout;
    for (const int input : inputs_)
        if (random_.chance(40) && kernel_.variables[input].layout == layout) {
            emit(copy({.variable = place.variable},
                      {.variable = input, .index = index(kernel_.variables[input].count)}));
            return true;
        }
    emit(assign(place, stored(kernel_.type_of(place))));
    return true;
}

bool Generator::add_atomic() {
    if (in_function_) return false;
    const Accumulator& chosen = random_.pick(accumulators_);
    const Variable& variable = kernel_.variables[chosen.variable];
    const Place place{.variable = chosen.variable, .index = index(variable.count)};
    const Type type = kernel_.type_of(place);
    const Atomic operation = chosen.operation;
    ExpressionPtr operand = constant(type, chosen.operand);
    if (is_float(type)) {
        operand = cast(type, binary(Binary::bit_and, value(Type::i32, 1), number(7)));
    } else if (operation != Atomic::increment && operation != Atomic::decrement &&
               operation != Atomic::exchange) {
        operand = value(type, 1);
    }
    emit(atomic(operation, place, operand));
    return true;
}

// Lets threads draw numbers from a counter. Their order is undefined, but the sum is not.
bool Generator::count_slots() {
    if (in_function_) return false;
    emit(around(Statement::Kind::scope, nested([&] {
                    const int drawn = local(scalar(Type::u32));
                    const ExpressionPtr which = index(4);
                    emit(declare(drawn, constant(Type::u32, 0)));
                    emit(atomic(Atomic::add, {.variable = slots_, .index = which},
                                constant(Type::u32, 1), {.variable = drawn}));
                    emit(atomic(Atomic::add, {.variable = slot_sum_, .index = which},
                                cast(Type::u64, get(drawn))));
                })));
    return true;
}

bool Generator::call_something() {
    if (plain_functions_.empty()) return false;
    Statement call{.kind = Statement::Kind::call};
    call.callee = random_.pick(plain_functions_);
    const Function& function = kernel_.functions[call.callee];
    for (const int parameter : function.parameters) {
        const auto argument = argument_for(kernel_.variables[parameter]);
        if (!argument) return false;
        call.arguments.push_back(*argument);
    }
    const Role role = function.returns->is_scalar() ? Role::value : Role::record;
    call.result.variable = introduce(*function.returns, {.role = role});
    emit(std::move(call));
    return true;
}

// Returns nullopt if a struct or an array is required and none fits.
std::optional<Argument> Generator::argument_for(const Variable& parameter) {
    if (parameter.layout->is_scalar() && parameter.space == Space::local)
        return Argument{.value = stored(parameter.layout->fields[0].type)};
    for (const Visible* visible : having({Role::array, Role::record})) {
        const Variable& given = kernel_.variables[visible->variable];
        if (given.layout == parameter.layout && given.count == parameter.count)
            return Argument{.place = {.variable = visible->variable}};
    }
    return std::nullopt;
}

bool Generator::make_lambda(Context& context) {
    if (context.depth >= 3) return false;
    Context inner = context;
    ++inner.depth;
    inner.may_leave = inner.may_leave_together = false;
    inner.in_lambda = true;
    Block body = nested([&] {
        statements(inner, 1, 3);
        if (random_.chance(40)) {
            emit(branch(condition(), {simple(Statement::Kind::give)}));
            Context rest = inner;
            rest.together = false;
            rest.lanes = 0;
            statements(rest, 1, 2);
        }
    });
    emit(around(Statement::Kind::lambda, std::move(body)));
    return true;
}

}  // namespace glint::fuzz
