// SPDX-License-Identifier: MIT
#include "generator.hpp"

#include <array>

#include "arithmetic.hpp"

/// The outline of a kernel: its shape, its memory, its beginning, and its end.
namespace glint::fuzz {

constexpr std::size_t kInputCount = 16384;
constexpr int kByRows = 58;  ///< percentage of kernels that process rows

Kernel generate(std::uint64_t seed) { return Generator(seed).run(); }

Generator::Generator(std::uint64_t seed) : random_(seed) {
    kernel_.seed = seed;
    kernel_.name = "fuzz_" + std::to_string(seed);
}

Kernel Generator::run() {
    const bool by_rows = random_.chance(kByRows);
    by_rows ? choose_rows() : choose_shape();
    kernel_.threads_as_number = random_.chance(50);
    kernel_.restrict_pointers = random_.chance(30);
    add_tables();
    add_functions();
    add_inputs();
    add_outputs();
    add_accumulators();
    block_ = &kernel_.body;
    if (by_rows) {
        body_by_rows();
        return std::move(kernel_);
    }
    // Some kernels never synchronize, so that they can run as plain loops.
    const bool waits = random_.chance(75);
    if (waits) add_shared();
    by_place_ = !waits && random_.chance(60);
    start_body();
    Context context{.together = waits, .lanes = waits ? 0xffffffffu : 0};
    statements(context, 3, 12);
    finish_body();
    return std::move(kernel_);
}

void Generator::choose_shape() {
    using Sizes = std::array<unsigned, 3>;
    kernel_.shape.block = random_.pick<Sizes>(
        {{1, 1, 1},   {7, 1, 1},  {32, 1, 1}, {33, 1, 1}, {64, 1, 1},  {64, 1, 1},  {100, 1, 1},
         {16, 16, 1}, {33, 3, 1}, {8, 8, 2},  {5, 5, 5},  {256, 1, 1}, {128, 1, 1}, {32, 4, 1},
         {640, 1, 1}, {16, 8, 1}, {4, 4, 4},  {1, 64, 1}, {31, 2, 1},  {1024, 1, 1}});
    kernel_.shape.grid = random_.pick<Sizes>(
        {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}, {2, 2, 1}, {1, 3, 1}, {1, 2, 2}});
}

int Generator::add(Variable variable) {
    kernel_.variables.push_back(std::move(variable));
    return static_cast<int>(kernel_.variables.size()) - 1;
}

int Generator::local(const Layout& layout, std::size_t count) {
    return add({.name = "v" + std::to_string(kernel_.variables.size()),
                .layout = &layout,
                .count = count == 0 ? 1 : count,
                .is_array = count > 0});
}

int Generator::parameter(const std::string& name, std::int64_t value) {
    const int number = add({.name = name,
                            .space = Space::parameter,
                            .layout = &scalar(Type::i32),
                            .values = {to_bits(static_cast<std::int32_t>(value))}});
    visible_.push_back(
        {.variable = number, .role = Role::uniform, .low = 0, .high = 40, .uniform = true});
    return number;
}

void Generator::add_tables() {
    const int count = random_.between(1, 2);
    for (int i = 0; i < count; ++i)
        inputs_.push_back(add({.name = "table" + std::to_string(i) + "_" + kernel_.name,
                               .space = Space::constant,
                               .layout = &scalar(random_.pick({Type::i32, Type::u8, Type::f32})),
                               .count = static_cast<std::size_t>(random_.pick({8, 16, 50})),
                               .is_array = true}));
}

void Generator::add_inputs() {
    const auto input = [&](const char* name, const Layout& layout) {
        inputs_.push_back(add({.name = name,
                               .space = Space::global,
                               .layout = &layout,
                               .count = kInputCount,
                               .is_array = true,
                               .read_only = true}));
    };
    input("in_int", scalar(Type::i32));
    input("in_float", scalar(Type::f32));
    input("in_byte", scalar(Type::u8));
    input("in_short", scalar(Type::i16));
    input("in_long", scalar(Type::i64));
    input("in_cell", cell_layout());
    input("in_float4", float4_layout());
    parameter("n", random_.between(1, 40));
    parameter("m", random_.between(0, 9));
    const int wide = add({.name = "wide",
                          .space = Space::parameter,
                          .layout = &wide_layout(),
                          .values = {random_.next(), random_.next() & 0xffffffffu, 77}});
    inputs_.push_back(wide);
}

void Generator::add_outputs() {
    const std::size_t count = std::size_t{4} * kernel_.shape.threads() * kernel_.shape.blocks();
    const auto output = [&](const char* name, const Layout& layout) {
        outputs_.push_back({.variable = add({.name = name,
                                             .space = Space::global,
                                             .layout = &layout,
                                             .count = count,
                                             .is_array = true}),
                            .mapping = random_.between(0, 3)});
    };
    output("out_int", scalar(Type::i32));
    output("out_unsigned", scalar(Type::u32));
    output("out_long", scalar(Type::u64));
    output("out_float", scalar(Type::f32));
    output("out_double", scalar(Type::f64));
    output("out_byte", scalar(Type::u8));
    output("out_short", scalar(Type::i16));
    output("out_cell", cell_layout());
    output("out_float4", float4_layout());
    output("out_int2", int2_layout());
}

void Generator::add_accumulators() {
    const auto accumulator = [&](const char* name, Type type, Space space, Atomic operation) {
        const std::string full = space == Space::device ? name + ("_" + kernel_.name) : name;
        accumulators_.push_back({.variable = add({.name = full,
                                                  .space = space,
                                                  .layout = &scalar(type),
                                                  .count = 16,
                                                  .is_array = true}),
                                 .operation = operation,
                                 .operand = random_.between(1, 50)});
    };
    accumulator("sum_int", Type::i32, Space::global,
                random_.pick({Atomic::add, Atomic::subtract, Atomic::minimum, Atomic::maximum}));
    accumulator("sum_unsigned", Type::u32, Space::global,
                random_.pick({Atomic::bit_and, Atomic::bit_or, Atomic::bit_xor, Atomic::increment,
                              Atomic::decrement, Atomic::exchange, Atomic::compare_and_swap}));
    accumulator("sum_long", Type::u64, Space::global,
                random_.pick({Atomic::add, Atomic::minimum, Atomic::maximum, Atomic::bit_xor,
                              Atomic::compare_and_swap}));
    accumulator("sum_float", Type::f32, Space::global, Atomic::add);
    accumulator("device_sum", Type::i32, Space::device, Atomic::add);
    slots_ = add_slots("slots", Type::u32);
    slot_sum_ = add_slots("slot_sum", Type::u64);
}

int Generator::add_slots(const char* name, Type type) {
    return add({.name = name,
                .space = Space::global,
                .layout = &scalar(type),
                .count = 4,
                .is_array = true,
                .values = std::vector<std::uint64_t>(4)});
}

void Generator::add_shared_array(const Layout& layout, bool small, bool dynamic) {
    const unsigned threads = kernel_.shape.threads();
    Variable variable{.name = "s" + std::to_string(shared_.size()),
                      .space = Space::shared,
                      .layout = &layout,
                      .is_array = true};
    if (dynamic) {
        variable.space = Space::dynamic_shared;
        variable.name = "dynamic_" + kernel_.name;
    }
    variable.count = small ? static_cast<std::size_t>(random_.pick({1, 4, 16}))
                           : threads + static_cast<std::size_t>(random_.pick({0, 0, 1, 7}));
    if (!small && !dynamic && random_.chance(30)) {
        variable.columns = static_cast<std::size_t>(random_.pick({8, 33, 16}));
        variable.count = (threads / variable.columns + 1) * variable.columns;
    }
    shared_.push_back({.variable = add(std::move(variable)), .small = small});
}

void Generator::add_shared() {
    add_shared_array(scalar(Type::i32), false, false);
    if (random_.chance(60))
        add_shared_array(*random_.pick<const Layout*>({&scalar(Type::f32), &scalar(Type::u64),
                                                       &scalar(Type::i16), &scalar(Type::u8),
                                                       &cell_layout(), &scalar(Type::u32)}),
                         false, false);
    if (random_.chance(50))
        add_shared_array(scalar(random_.pick({Type::i32, Type::u32, Type::u64, Type::f32})), true,
                         false);
    if (random_.chance(40))
        add_shared_array(scalar(random_.pick({Type::i32, Type::f32, Type::u64})), false, true);
}

ExpressionPtr Generator::linear(Builtin x, Builtin y, Builtin z, bool of_blocks) {
    const auto& sizes = of_blocks ? kernel_.shape.grid : kernel_.shape.block;
    const auto part = [&](Builtin which) { return cast(Type::i32, builtin(which)); };
    const ExpressionPtr row =
        binary(Binary::add, part(y), binary(Binary::multiply, number(sizes[1]), part(z)));
    return binary(Binary::add, part(x), binary(Binary::multiply, number(sizes[0]), row));
}

// Position of the thread in the grid along x, and its combined position along y and z.
std::pair<ExpressionPtr, ExpressionPtr> Generator::place_in_grid() {
    const auto& [grid, block] = kernel_.shape;
    const auto part = [&](Builtin block_index, Builtin thread_index, unsigned size) {
        return binary(Binary::add,
                      binary(Binary::multiply, cast(Type::i32, builtin(block_index)), number(size)),
                      cast(Type::i32, builtin(thread_index)));
    };
    const ExpressionPtr y = part(Builtin::block_y, Builtin::thread_y, block[1]);
    const ExpressionPtr z = part(Builtin::block_z, Builtin::thread_z, block[2]);
    const ExpressionPtr layer = number(std::int64_t{grid[1]} * block[1]);
    return {part(Builtin::block_x, Builtin::thread_x, block[0]),
            binary(Binary::add, y, binary(Binary::multiply, z, layer))};
}

void Generator::start_body() {
    if (rows_)
        number_by_rows();
    else if (by_place_)
        number_by_place();
    else
        number_by_block();
    initialize_shared();
    for (const Type type : {Type::i32, Type::u32}) {
        const int variable = local(scalar(type));
        emit(declare(variable, value(type)));
        visible_.push_back({.variable = variable, .role = Role::value});
    }
}

// Declares a nonnegative variable.
int Generator::counter(const char* name, const Layout& layout, ExpressionPtr first,
                       std::int64_t high) {
    const int variable = introduce(layout, {.role = Role::bounded, .high = high}, std::move(first));
    kernel_.variables[variable].name = name;
    return variable;
}

void Generator::number_by_place() {
    const Layout& whole = scalar(Type::i32);
    const std::int64_t threads = kernel_.shape.threads();
    const std::int64_t all = threads * kernel_.shape.blocks();
    const std::int64_t width = std::int64_t{kernel_.shape.grid[0]} * kernel_.shape.block[0];
    const auto [across, down] = place_in_grid();
    const int x = counter("x", whole, across, width - 1);
    const int y = counter("y", whole, down, all / width - 1);
    const ExpressionPtr row = binary(Binary::multiply, get(y), number(width));
    global_ = counter("g", whole, binary(Binary::add, get(x), row), all - 1);
    const ExpressionPtr block = cast(Type::i32, builtin(Builtin::threads));
    thread_ = counter("t", whole, binary(Binary::remainder, get(global_), block), threads - 1);
    add_lane();
}

void Generator::add_lane() {
    const ExpressionPtr bits = binary(Binary::bit_and, get(thread_), number(31));
    lane_ = counter("lane", scalar(Type::i32), bits, 31);
}

void Generator::number_by_block() {
    const Layout& whole = scalar(Type::i32);
    const std::int64_t threads = kernel_.shape.threads(), blocks = kernel_.shape.blocks();
    thread_ =
        counter("t", whole, linear(Builtin::thread_x, Builtin::thread_y, Builtin::thread_z, false),
                threads - 1);
    const ExpressionPtr block = linear(Builtin::block_x, Builtin::block_y, Builtin::block_z, true);
    const ExpressionPtr first =
        binary(Binary::multiply, block, cast(Type::i32, builtin(Builtin::threads)));
    global_ = counter("g", whole, binary(Binary::add, first, get(thread_)), threads * blocks - 1);
    add_lane();
}

// Initializes every element that a thread owns. All other elements are never read.
void Generator::initialize_shared() {
    if (shared_.empty()) return;
    for (const SharedState& state : shared_) {
        const Variable variable = kernel_.variables[state.variable];
        Block all;
        for (std::size_t i = 0; i < variable.layout->fields.size(); ++i) {
            Place place{.variable = state.variable, .index = get(thread_)};
            place.field = static_cast<int>(i);
            const ExpressionPtr first = wrapping(Binary::bit_and, get(global_), number(63));
            all.push_back(assign(place, cast(kernel_.type_of(place), first)));
        }
        const auto count = static_cast<std::int64_t>(variable.count);
        emit(branch(binary(Binary::less, get(thread_), number(count)), std::move(all)));
    }
    emit(simple(Statement::Kind::barrier));
    next_phase();
}

// Writes all results to memory, so that every statement has an effect.
void Generator::finish_body() {
    const ExpressionPtr sum = sum_of_whole(), real_sum = sum_of_reals();
    for (const OutBuffer& buffer : outputs_) {
        const Place place{.variable = buffer.variable, .index = own_index(buffer)};
        const Layout& layout = *kernel_.variables[buffer.variable].layout;
        if (&layout == &scalar(Type::i32))
            emit(assign(place, wrapping(Binary::add, get(place), sum)));
        if (&layout == &scalar(Type::f64))
            emit(assign(place, binary(Binary::add, real_sum, constant(Type::f64, 0))));
    }
}

ExpressionPtr Generator::sum_of_whole() {
    ExpressionPtr sum = number(0);
    for (const Visible& visible : visible_) {
        const Variable& variable = kernel_.variables[visible.variable];
        if (visible.role == Role::real) continue;
        if (variable.layout->is_scalar() && !variable.is_array)
            sum = wrapping(Binary::add, wrapping(Binary::multiply, sum, number(31)),
                           cast(Type::i32, get(visible.variable)));
        else
            sum = wrapping(Binary::bit_xor, sum, cast(Type::i32, get(any_place(visible.variable))));
    }
    return sum;
}

ExpressionPtr Generator::sum_of_reals() {
    ExpressionPtr sum = constant(Type::f64, 0);
    for (const Visible& visible : visible_)
        if (visible.role == Role::real)
            sum = binary(Binary::add, sum, cast(Type::f64, get(visible.variable)));
    return sum;
}

}  // namespace glint::fuzz
