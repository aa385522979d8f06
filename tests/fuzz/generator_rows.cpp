// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arithmetic.hpp"
#include "generator.hpp"

/// The outline of kernels that process rows: the positions of threads, and which threads are
/// active.
namespace glint::fuzz {
namespace {

constexpr std::array<Builtin, 3> kThreads{Builtin::thread_x, Builtin::thread_y, Builtin::thread_z};
constexpr std::array<Builtin, 3> kBlocks{Builtin::block_x, Builtin::block_y, Builtin::block_z};
constexpr std::array<Builtin, 3> kSizes{Builtin::size_x, Builtin::size_y, Builtin::size_z};

ExpressionPtr without(const ExpressionPtr& condition) {
    return unary(Unary::logical_not, condition);
}

ExpressionPtr all_of(const std::vector<ExpressionPtr>& conditions) {
    ExpressionPtr all = conditions.front();
    for (std::size_t i = 1; i < conditions.size(); ++i)
        all = binary(Binary::logical_and, all, conditions[i]);
    return all;
}

ExpressionPtr some_fails(const std::vector<ExpressionPtr>& conditions) {
    ExpressionPtr some = without(conditions.front());
    for (std::size_t i = 1; i < conditions.size(); ++i)
        some = binary(Binary::logical_or, some, without(conditions[i]));
    return some;
}

}  // namespace

// Chooses mostly rows long enough to be vectorized, and blocks with several rows.
void Generator::choose_rows() {
    using Sizes = std::array<unsigned, 3>;
    Sizes& block = kernel_.shape.block;
    Sizes& grid = kernel_.shape.grid;
    block = random_.pick<Sizes>({{16, 16, 1}, {16, 16, 1}, {32, 8, 1}, {32, 8, 1}, {64, 4, 1},
                                 {8, 8, 1},   {8, 8, 2},   {16, 4, 2}, {32, 2, 1}, {48, 2, 1},
                                 {12, 2, 1},  {33, 3, 1},  {20, 5, 1}, {8, 3, 2},  {128, 2, 1},
                                 {32, 32, 1}, {512, 2, 1}, {4, 4, 4},  {1, 64, 1}, {1, 1, 1},
                                 {256, 1, 1}, {100, 1, 1}, {24, 4, 1}, {16, 2, 4}});
    grid = {static_cast<unsigned>(random_.pick({1, 2, 2, 3, 3, 4, 5, 7})),
            static_cast<unsigned>(random_.pick({1, 2, 2, 3})),
            static_cast<unsigned>(random_.pick({1, 1, 1, 2}))};
    // A row of more than 4096 threads takes more than one strip.
    if (random_.chance(3)) {
        block = {512, 2, 1};
        grid = {9, 1, 1};
        return;
    }
    constexpr unsigned kMaxThreads = 4096;
    while (kernel_.shape.threads() * kernel_.shape.blocks() > kMaxThreads)
        --*std::ranges::max_element(grid);
}

// The expression blockIdx.x * blockDim.x + threadIdx.x, in common spellings.
ExpressionPtr Generator::place_along(std::size_t axis) {
    const Type inner = random_.chance(50) ? Type::u32 : rows_->type;
    const auto part = [&](Builtin which) { return cast(inner, builtin(which)); };
    ExpressionPtr first = binary(Binary::multiply, part(kBlocks[axis]), part(kSizes[axis]));
    ExpressionPtr within = part(kThreads[axis]);
    if (random_.chance(30)) std::swap(first, within);
    return cast(rows_->type, binary(Binary::add, first, within));
}

void Generator::number_by_rows() {
    constexpr std::array<const char*, 3> kNames{"x", "y", "z"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        Axis& axis = rows_->axes[i];
        axis.threads = std::int64_t{kernel_.shape.grid[i]} * kernel_.shape.block[i];
        axis.high = axis.threads - 1;
        axis.variable = counter(kNames[i], scalar(rows_->type), place_along(i), axis.high);
    }
    const auto& [x, y, z] = rows_->axes;
    const auto along = [&](const Axis& axis) { return cast(Type::i32, get(axis.variable)); };
    const ExpressionPtr row =
        binary(Binary::add, along(y), binary(Binary::multiply, along(z), number(y.threads)));
    global_ =
        counter("g", scalar(Type::i32),
                binary(Binary::add, along(x), binary(Binary::multiply, row, number(x.threads))),
                x.threads * y.threads * z.threads - 1);
    if (!rows_->shows_x) {
        hide(x.variable);
        return hide(global_);
    }
    const ExpressionPtr all = cast(Type::i32, builtin(Builtin::threads));
    const ExpressionPtr within =
        by_place_ ? binary(Binary::remainder, get(global_), all)
                  : linear(Builtin::thread_x, Builtin::thread_y, Builtin::thread_z, false);
    thread_ = counter("t", scalar(Type::i32), within, kernel_.shape.threads() - 1);
    add_lane();
}

// Hides a variable from functions that choose variables for expressions.
void Generator::hide(int variable) {
    std::erase_if(visible_, [&](const Visible& visible) { return visible.variable == variable; });
}

// A kernel parameter, or a constant that is known at compile time.
ExpressionPtr Generator::limit(Type type, std::int64_t value) {
    if (random_.chance(15)) return constant(type, value);
    const Type given =
        random_.chance(85) ? type : random_.pick({Type::i32, Type::u32, Type::i64, Type::u64});
    const int parameter = add({.name = "limit" + std::to_string(kernel_.variables.size()),
                               .space = Space::parameter,
                               .layout = &scalar(given),
                               .values = {convert(to_bits(value), Type::i64, given)}});
    visible_.push_back({.variable = parameter,
                        .role = Role::bounded,
                        .low = value,
                        .high = value,
                        .uniform = true});
    return cast(type, get(parameter));
}

// Condition for a thread's position being at most `high`.
ExpressionPtr Generator::upper_limit(const Axis& axis, Type type, std::int64_t high) {
    const ExpressionPtr at = cast(type, get(axis.variable));
    switch (random_.between(0, 7)) {
        case 0: return without(binary(Binary::less_equal, limit(type, high + 1), at));
        case 1: return binary(Binary::less_equal, at, limit(type, high));
        case 2: {
            const int further = random_.between(1, 4);
            return binary(Binary::less, binary(Binary::add, at, constant(type, further)),
                          limit(type, high + 1 + further));
        }
        default: return binary(Binary::less, at, limit(type, high + 1));
    }
}

// Conditions that select the active threads along an axis.
void Generator::add_limits(Axis& axis, std::vector<ExpressionPtr>& inside) {
    const auto most = static_cast<int>(axis.threads - 1);
    const std::int64_t low = random_.chance(60) ? 0 : random_.between(0, std::min(3, most));
    const std::int64_t high = std::max<std::int64_t>(
        low, random_.pick({most, most - random_.between(1, 3), random_.between(0, most),
                           most + random_.between(1, 9)}));
    const Type type = random_.chance(90)
                          ? rows_->type
                          : random_.pick({Type::i32, Type::u32, Type::i64, Type::u64});
    if (!is_signed(type) && random_.chance(30)) {
        // The difference wraps around for threads before `low`.
        const ExpressionPtr from =
            binary(Binary::subtract, cast(type, get(axis.variable)), limit(type, low));
        inside.push_back(binary(Binary::less, from, limit(type, high - low + 1)));
    } else {
        inside.push_back(upper_limit(axis, type, high));
        const ExpressionPtr at = cast(type, get(axis.variable)), from = limit(type, low);
        if (low > 0 || random_.chance(10))
            inside.push_back(random_.chance(50) ? binary(Binary::less_equal, from, at)
                                                : without(binary(Binary::less, at, from)));
    }
    axis.low = low;
    axis.high = std::min<std::int64_t>(high, most);
}

std::vector<ExpressionPtr> Generator::inside_of_rows() {
    std::vector<ExpressionPtr> inside;
    Axis& x = rows_->axes[0];
    if (random_.chance(95)) add_limits(x, inside);
    for (const std::size_t i : {1, 2})
        if (random_.chance(rows_->axes[i].threads > 1 ? 70 : 10))
            add_limits(rows_->axes[i], inside);
    const ExpressionPtr at = get(x.variable);
    const auto somewhere = [&] { return random_.between(0, static_cast<int>(x.threads)); };
    if (random_.chance(8))
        inside.push_back(binary(Binary::not_equal, at, limit(rows_->type, somewhere())));
    if (random_.chance(8)) {
        // Excludes only a few threads, by a difference that wraps around after them.
        const ExpressionPtr behind =
            binary(Binary::subtract, cast(Type::u32, at), limit(Type::u32, somewhere()));
        const ExpressionPtr few = limit(Type::u32, random_.between(1, 5));
        inside.push_back(
            binary(Binary::less, behind, binary(Binary::subtract, constant(Type::u32, 0), few)));
    }
    if (random_.chance(4))
        inside.push_back(binary(Binary::less, cast(Type::i32, cast(Type::u8, at)),
                                limit(Type::i32, random_.between(1, 255))));
    if (random_.chance(4))
        inside.push_back(choice(uniform_condition(),
                                binary(Binary::less, at, limit(rows_->type, somewhere())),
                                binary(Binary::less, limit(rows_->type, somewhere()), at)));
    return inside;
}

// Guards the body with one or several branches, either around it or before it.
void Generator::guarded(std::vector<ExpressionPtr> inside, const std::function<void()>& body) {
    const auto leave_if = [&](const ExpressionPtr& outside) {
        emit(branch(outside, {simple(Statement::Kind::give)}));
        exited_ = true;
    };
    if (inside.empty()) return body();
    switch (random_.between(0, 7)) {
        case 0:
        case 1: return emit(branch(all_of(inside), nested(body)));
        case 2: {
            const ExpressionPtr last = inside.back();
            inside.pop_back();
            const auto around_body = [&] { emit(branch(last, nested(body))); };
            return inside.empty() ? around_body()
                                  : emit(branch(all_of(inside), nested(around_body)));
        }
        case 3:
            for (const ExpressionPtr& condition : inside) leave_if(without(condition));
            break;
        case 4: leave_if(without(all_of(inside))); break;
        default: leave_if(some_fails(inside)); break;
    }
    body();
}

void Generator::body_by_rows() {
    rows_.emplace();
    rows_->type = random_.chance(90) ? random_.pick({Type::i32, Type::u32})
                                     : random_.pick({Type::i64, Type::u64});
    rows_->plain = random_.chance(90);
    rows_->shows_x = !rows_->plain || random_.chance(12);
    by_place_ = random_.chance(94);
    start_body();
    const std::vector<ExpressionPtr> inside = inside_of_rows();
    add_row_arrays();
    guarded(inside, [&] { body_inside(); });
}

void Generator::body_inside() {
    const auto& [x, y, z] = rows_->axes;
    for (const Axis& axis : rows_->axes)
        for (Visible& visible : visible_)
            if (visible.variable == axis.variable) {
                visible.low = axis.low;
                visible.high = axis.high;
            }
    rows_->element =
        counter("element", scalar(rows_->type),
                element_of(get(x.variable), get(y.variable), get(z.variable)), rows_->count - 1);
    if (!rows_->shows_x) hide(rows_->element);
    Context context{.together = false, .lanes = 0};
    store_row();
    statements(context, 1, 7);
    store_row();
    finish_body();
}

}  // namespace glint::fuzz
