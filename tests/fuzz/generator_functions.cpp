// SPDX-License-Identifier: MIT
#include "generator.hpp"

/// Device functions.
namespace glint::fuzz {

int Generator::add_function(Function function) {
    function.name = "f" + std::to_string(kernel_.functions.size()) + "_" + kernel_.name;
    kernel_.functions.push_back(std::move(function));
    return static_cast<int>(kernel_.functions.size()) - 1;
}

void Generator::add_functions() {
    in_function_ = true;
    const int count = random_.between(1, 4);
    for (int i = 0; i < count; ++i) {
        switch (random_.between(0, 4)) {
            case 0: add_record_function(); break;
            case 1: add_array_function(); break;
            case 2: add_recursive_function(); break;
            default: add_plain_function(); break;
        }
    }
    add_exchange_function();
    add_warp_function();
    in_function_ = false;
    has_template_value_ = false;
}

int Generator::value_parameter(const Layout& layout) {
    const int parameter = local(layout);
    kernel_.variables[parameter].name = "p" + std::to_string(parameter);
    const bool real = is_float(layout.fields[0].type);
    visible_.push_back({.variable = parameter,
                        .role = !layout.is_scalar() ? Role::record
                                : real              ? Role::real
                                                    : Role::value});
    return parameter;
}

int Generator::pointer_parameter(const Layout& layout, std::size_t count) {
    const int parameter = add({.name = "p" + std::to_string(kernel_.variables.size()),
                               .space = Space::pointer,
                               .layout = &layout,
                               .count = count});
    visible_.push_back({.variable = parameter, .role = Role::array});
    return parameter;
}

void Generator::function_body(Function& function, bool has_template_value) {
    has_template_value_ = has_template_value;
    function.is_template = has_template_value;
    function.template_value = random_.between(0, 9);
    function.no_inline = random_.chance(30);
    Context context{
        .together = false, .lanes = 0, .returns = function.returns, .depth = 1, .trips = 9};
    statements(context, 1, 5);
    has_template_value_ = false;
}

void Generator::add_plain_function() {
    Function function{.returns =
                          &scalar(random_.pick({Type::i32, Type::u32, Type::i64, Type::u8}))};
    function.body = nested([&] {
        const int count = random_.between(1, 3);
        for (int i = 0; i < count; ++i)
            function.parameters.push_back(value_parameter(
                scalar(random_.pick({Type::i32, Type::u32, Type::f32, Type::i16, Type::u64}))));
        function_body(function, random_.chance(30));
        emit(give(stored(function.returns->fields[0].type)));
    });
    plain_functions_.push_back(add_function(std::move(function)));
}

void Generator::add_record_function() {
    const Layout& layout = *random_.pick<const Layout*>(
        {&cell_layout(), &wide_layout(), &int2_layout(), &float4_layout()});
    Function function{.returns = &layout};
    function.body = nested([&] {
        if (random_.chance(50)) function.parameters.push_back(value_parameter(layout));
        function.parameters.push_back(value_parameter(scalar(Type::i32)));
        const int result = local(layout);
        emit(declare(result));
        visible_.push_back({.variable = result, .role = Role::record});
        function_body(function, false);
        touch_record();
        Statement leave = simple(Statement::Kind::give);
        leave.source.variable = result;
        emit(std::move(leave));
    });
    plain_functions_.push_back(add_function(std::move(function)));
}

void Generator::add_array_function() {
    Function function{.returns = &scalar(Type::i32)};
    function.body = nested([&] {
        const Type type = random_.pick({Type::i32, Type::u32, Type::i16});
        function.parameters.push_back(pointer_parameter(scalar(type), random_.pick({4, 8})));
        function.parameters.push_back(value_parameter(scalar(Type::i32)));
        function_body(function, false);
        touch_array();
        emit(give(value(Type::i32)));
    });
    plain_functions_.push_back(add_function(std::move(function)));
}

// f(depth, x) { if ((depth & 3) == 0) return x; ... f((depth & 3) - 1, ...) ... }
void Generator::add_recursive_function() {
    const int self = add_function({.returns = &scalar(Type::i32)});
    Function function = kernel_.functions[self];
    function.body = nested([&] {
        const int depth = value_parameter(scalar(Type::i32)),
                  x = value_parameter(scalar(Type::i32));
        function.parameters = {depth, x};
        const ExpressionPtr left = binary(Binary::bit_and, get(depth), number(3));
        const int rest = local(scalar(Type::i32));
        emit(declare(rest, left));
        emit(branch(binary(Binary::equal, get(rest), number(0)), {give(get(x))}));
        function_body(function, false);
        Statement again{.kind = Statement::Kind::call};
        again.callee = self;
        again.result.variable = local(scalar(Type::i32));
        again.arguments = {{.value = binary(Binary::subtract, get(rest), number(1))},
                           {.value = value(Type::i32)}};
        emit(declare(again.result.variable));
        const int result = again.result.variable;
        emit(std::move(again));
        emit(give(wrapping(Binary::add, get(result), value(Type::i32))));
    });
    kernel_.functions[self] = std::move(function);
    plain_functions_.push_back(self);
}

// Writes a value to shared memory, waits, reads another thread's value, and waits again.
void Generator::add_exchange_function() {
    Function function{.returns = &scalar(Type::i32)};
    function.no_inline = random_.chance(20);
    function.body = nested([&] {
        const int values = pointer_parameter(scalar(Type::i32), 1024);
        const int thread = value_parameter(scalar(Type::i32)),
                  x = value_parameter(scalar(Type::i32));
        const int distance = value_parameter(scalar(Type::i32));
        function.parameters = {values, thread, x, distance};
        const ExpressionPtr threads = cast(Type::i32, builtin(Builtin::threads));
        const ExpressionPtr other =
            binary(Binary::remainder, binary(Binary::add, get(thread), get(distance)), threads);
        const int result = local(scalar(Type::i32));
        emit(assign({.variable = values, .index = get(thread)}, get(x)));
        emit(simple(Statement::Kind::barrier));
        emit(declare(result, get({.variable = values, .index = other})));
        emit(simple(Statement::Kind::barrier));
        emit(give(wrapping(Binary::bit_xor, get(result), get(x))));
    });
    exchange_functions_.push_back(add_function(std::move(function)));
}

// A tree of shuffles, in which lanes without a partner get their own value.
void Generator::add_warp_function() {
    if (!has_full_warps()) return;
    Function function{.returns = &scalar(Type::i32)};
    function.body = nested([&] {
        const int sum = value_parameter(scalar(Type::i32));
        const int distance = local(scalar(Type::i32)), other = local(scalar(Type::i32));
        function.parameters = {sum};
        const ExpressionPtr d = get(distance);
        const bool down = random_.chance(50);
        const Warp operation = down ? Warp::shuffle_down : Warp::shuffle_xor;
        Block body{declare(other, number(0)),
                   warp(operation, 0xffffffffu, {.variable = other}, get(sum),
                        down ? cast(Type::u32, d) : d),
                   assign({.variable = sum}, wrapping(Binary::add, get(sum), get(other)))};
        emit(for_loop(distance, number(16), binary(Binary::less, number(0), d),
                      binary(Binary::shift_right, d, number(1)), std::move(body)));
        emit(give(get(sum)));
    });
    warp_functions_.push_back(add_function(std::move(function)));
}

}  // namespace glint::fuzz
