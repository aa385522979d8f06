// SPDX-License-Identifier: MIT
#include "generator.hpp"

/// Branches, loops, switches, and ways out of them.
namespace glint::fuzz {
namespace {

// Context for diverged threads, which must not synchronize.
Context apart(const Context& context) {
    Context inner = context;
    inner.together = false;
    inner.lanes = 0;
    inner.may_leave_together = false;
    ++inner.depth;
    return inner;
}

}  // namespace

bool Generator::control_statement(Context& context) {
    if (random_.chance(8)) return return_early(context);
    if (random_.chance(12)) return leave_loop(context);
    if (context.depth >= 4) return false;
    switch (random_.between(0, 12)) {
        case 0:
        case 1: return divergent_branch(context);
        case 2: return uniform_branch(context);
        case 3: return lane_branch(context);
        case 4: return warp_branch(context);
        case 5:
        case 6:
        case 7: return uniform_loop(context);
        case 8:
        case 9: return divergent_loop(context);
        case 10: return stride_loop(context);
        case 11: return waiting_loop(context);
        default: return divergent_switch(context);
    }
}

bool Generator::divergent_branch(Context& context) {
    Context inner = apart(context);
    ExpressionPtr chosen = condition();
    Block then = nested([&] { statements(inner, 1, 3); });
    Block otherwise;
    if (random_.chance(40)) otherwise = nested([&] { statements(inner, 1, 2); });
    emit(branch(std::move(chosen), std::move(then), std::move(otherwise)));
    return true;
}

bool Generator::uniform_branch(Context& context) {
    Context inner = context;
    ++inner.depth;
    ExpressionPtr chosen = uniform_condition();
    const std::vector<SharedState> before = shared_;
    const auto part = [&](int most) {
        return nested([&] {
            statements(inner, 1, most);
            back_to(before);
        });
    };
    Block then = part(3);
    Block otherwise;
    if (random_.chance(40)) otherwise = part(2);
    emit(branch(std::move(chosen), std::move(then), std::move(otherwise)));
    return true;
}

struct Generator::LanePart {
    ExpressionPtr condition;
    std::uint32_t lanes;
};

Generator::LanePart Generator::some_lanes() {
    const auto lane = [&] { return get(lane_); };
    return random_.pick<LanePart>(
        {{binary(Binary::less, lane(), number(16)), 0xffffu},
         {binary(Binary::less, lane(), number(5)), 0x1fu},
         {binary(Binary::equal, binary(Binary::bit_and, lane(), number(1)), number(1)),
          0xaaaaaaaau},
         {binary(Binary::equal, lane(), number(0)), 1u}});
}

// Selects some lanes of each warp, which then work together.
bool Generator::lane_branch(Context& context) {
    if (context.lanes != 0xffffffffu || exited_) return false;
    const LanePart part = some_lanes();
    Context inner = apart(context);
    inner.may_exit = false;
    const auto side = [&](std::uint32_t lanes) {
        inner.lanes = lanes;
        return nested([&] {
            warp_operation(inner);
            statements(inner, 1, 3);
        });
    };
    Block then = side(part.lanes);
    Block otherwise;
    if (random_.chance(50)) otherwise = side(~part.lanes);
    emit(branch(part.condition, std::move(then), std::move(otherwise)));
    return true;
}

// Lets whole warps diverge.
bool Generator::warp_branch(Context& context) {
    if (context.lanes != 0xffffffffu || exited_) return false;
    const ExpressionPtr warp = binary(Binary::divide, get(thread_), number(32));
    const ExpressionPtr chosen = random_.pick(
        {binary(Binary::equal, binary(Binary::bit_and, warp, number(1)), number(0)),
         binary(Binary::equal, warp, number(0)), binary(Binary::less, number(1), warp)});
    Context inner = apart(context);
    inner.lanes = context.lanes;
    inner.may_exit = false;
    Block then = nested([&] {
        warp_operation(inner);
        statements(inner, 1, 3);
    });
    Block otherwise;
    if (random_.chance(30)) otherwise = nested([&] { statements(inner, 1, 2); });
    emit(branch(chosen, std::move(then), std::move(otherwise)));
    return true;
}

Block Generator::loop_body(Context inner, int counter, std::int64_t high) {
    return nested([&] {
        visible_.push_back({.variable = counter,
                            .role = Role::counter,
                            .low = 0,
                            .high = high,
                            .uniform = inner.may_leave_together});
        const std::vector<SharedState> before = shared_;
        inner.loop_phases = &before;
        ++inner.depth;
        statements(inner, 1, 4);
        if (inner.together) back_to(before);
    });
}

// Generates a loop with the same number of rounds in every thread.
bool Generator::uniform_loop(Context& context) {
    if (context.trips > 40) return false;
    Context inner = context;
    inner.trips *= 5;
    inner.may_leave = false;
    inner.may_leave_together = true;
    inner.may_exit = context.may_exit && (exited_ || context.lanes == 0);
    const int counter = local(scalar(Type::i32));
    const ExpressionPtr count = binary(Binary::bit_and, uniform().expression, number(7));
    const ExpressionPtr i = get(counter);
    if (random_.chance(25)) {
        Block body = loop_body(inner, counter, 16);
        emit(for_loop(counter, number(random_.pick({4, 8, 16})), binary(Binary::less, number(0), i),
                      binary(Binary::shift_right, i, number(1)), std::move(body)));
        return true;
    }
    const ExpressionPtr limit = random_.chance(40) ? number(random_.between(1, 6)) : count;
    Block body = loop_body(inner, counter, 7);
    emit(for_loop(counter, number(0), binary(Binary::less, i, limit),
                  binary(Binary::add, i, number(1)), std::move(body)));
    return true;
}

// Generates a loop whose number of rounds depends on each thread's data.
bool Generator::divergent_loop(Context& context) {
    if (context.trips > 40) return false;
    Context inner = apart(context);
    inner.trips *= 5;
    inner.may_leave = true;
    inner.may_exit = context.may_exit && (exited_ || context.lanes == 0);
    const int counter = local(scalar(Type::i32));
    const ExpressionPtr i = get(counter);
    const ExpressionPtr count = binary(Binary::bit_and, bounded().expression, number(7));
    if (random_.chance(50)) {
        const ExpressionPtr limit = random_.chance(50) ? count : number(random_.between(1, 6));
        Block body = loop_body(inner, counter, 7);
        emit(for_loop(counter, number(0), binary(Binary::less, i, limit),
                      binary(Binary::add, i, number(1)), std::move(body)));
        return true;
    }
    Statement loop = counted_down(inner, counter);
    emit(declare(counter, count));
    emit(std::move(loop));
    return true;
}

// Loops while the counter is positive and, optionally, another condition holds.
Statement Generator::counted_down(Context inner, int counter) {
    const ExpressionPtr i = get(counter);
    const ExpressionPtr more = binary(Binary::less, number(0), i);
    const bool checks_first = random_.chance(50);
    Statement loop =
        around(checks_first ? Statement::Kind::while_loop : Statement::Kind::do_loop, {});
    loop.condition = random_.chance(30) ? binary(Binary::logical_and, more, condition(1)) : more;
    loop.blocks[0] = loop_body(inner, counter, 7);
    // Counts down first, so that `continue` cannot prevent termination.
    loop.blocks[0].insert(
        loop.blocks[0].begin(),
        assign({.variable = counter},
               binary(Binary::maximum, number(0), binary(Binary::subtract, i, number(1)))));
    return loop;
}

// for (i = thread; i < limit; i += threads), over the block or over the grid.
bool Generator::stride_loop(Context& context) {
    if (context.trips > 8 || in_function_) return false;
    Context inner = apart(context);
    inner.trips *= 5;
    inner.may_leave = true;
    inner.may_exit = context.may_exit && (exited_ || context.lanes == 0);
    const bool whole_grid = random_.chance(50);
    const int counter = local(scalar(Type::i32));
    const ExpressionPtr i = get(counter), threads = cast(Type::i32, builtin(Builtin::threads));
    const ExpressionPtr blocks = cast(Type::i32, builtin(Builtin::blocks));
    const ExpressionPtr step = whole_grid ? binary(Binary::multiply, threads, blocks) : threads;
    const std::int64_t stride = static_cast<std::int64_t>(kernel_.shape.threads()) *
                                (whole_grid ? kernel_.shape.blocks() : 1);
    const std::int64_t limit = stride * random_.between(1, 3) + random_.between(-5, 20);
    Block body = loop_body(inner, counter, std::max<std::int64_t>(limit, 1));
    emit(for_loop(counter, get(whole_grid ? global_ : thread_),
                  binary(Binary::less, i, number(limit)), binary(Binary::add, i, step),
                  std::move(body)));
    return true;
}

// Lets all threads loop until none of them wants another round.
bool Generator::waiting_loop(Context& context) {
    if (!context.together || in_function_ || context.trips > 20) return false;
    const int rest = local(scalar(Type::i32)), going = local(scalar(Type::i32));
    emit(declare(rest, binary(Binary::bit_and, bounded().expression, number(3))));
    emit(declare(going, number(0)));
    Context inner = context;
    inner.trips *= 4;
    inner.may_leave = inner.may_leave_together = false;
    inner.may_exit = context.may_exit && exited_;
    ++inner.depth;
    Statement loop = around(Statement::Kind::do_loop, waiting_round(inner, rest, going));
    loop.condition = binary(Binary::not_equal, get(going), number(0));
    emit(std::move(loop));
    return true;
}

// `rest` is the number of rounds that a thread still wants; `going` is nonzero if any thread wants
// more.
Block Generator::waiting_round(Context inner, int rest, int going) {
    const std::vector<SharedState> before = shared_;
    const ExpressionPtr wants = binary(Binary::less, number(0), get(rest));
    return nested([&] {
        Context alone = apart(inner);
        Block work = nested([&] { statements(alone, 1, 2); });
        work.push_back(assign({.variable = rest}, binary(Binary::subtract, get(rest), number(1))));
        emit(branch(wants, std::move(work)));
        statements(inner, 0, 2);
        emit(vote(Vote::any, {.variable = going}, wants));
        ++meetings_;
        shared_ = before;
    });
}

bool Generator::divergent_switch(Context& context) {
    const bool uniformly = context.together && random_.chance(30);
    Context inner = uniformly ? context : apart(context);
    ++inner.depth;
    inner.may_leave = inner.may_leave_together = false;
    Statement chosen{.kind = Statement::Kind::choose};
    const int cases = random_.between(2, 5);
    const ExpressionPtr selector = uniformly ? uniform().expression : value(Type::i32, 1);
    chosen.value = cast(Type::u32, wrapping(Binary::bit_and, selector, number(7)));
    const std::vector<SharedState> before = shared_;
    for (int i = 0; i < cases; ++i) {
        chosen.blocks.push_back(nested([&] {
            statements(inner, 1, 2);
            if (uniformly) back_to(before);
        }));
        chosen.falls_through.push_back(random_.chance(30));
    }
    emit(std::move(chosen));
    return true;
}

bool Generator::leave_loop(Context& context) {
    const auto way = random_.pick({Statement::Kind::leave, Statement::Kind::proceed});
    if (context.may_leave) {
        emit(branch(condition(), {simple(way)}));
        return true;
    }
    if (!context.may_leave_together || context.loop_phases == nullptr) return false;
    if (context.together && !same_phases(*context.loop_phases)) return false;
    emit(branch(uniform_condition(), {simple(way)}));
    return true;
}

bool Generator::return_early(Context& context) {
    if (context.in_lambda) return false;
    if (in_function_) {
        if (context.returns == nullptr || !context.returns->is_scalar()) return false;
        emit(branch(condition(), {give(stored(context.returns->fields[0].type))}));
        return true;
    }
    if (!context.may_exit || !random_.chance(40)) return false;
    Block leave = nested([&] {
        store_out();
        emit(simple(Statement::Kind::give));
    });
    emit(branch(condition(), std::move(leave)));
    exited_ = true;
    return true;
}

}  // namespace glint::fuzz
