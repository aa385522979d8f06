// SPDX-License-Identifier: MIT
#include "block_run.hpp"

#include <algorithm>

#include "arithmetic.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {

Mask operator&(Mask a, const Mask& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] && b[i];
    return a;
}

Mask operator|(Mask a, const Mask& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] || b[i];
    return a;
}

Mask without(Mask a, const Mask& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] && !b[i];
    return a;
}

bool any(const Mask& mask) { return std::find(mask.begin(), mask.end(), 1) != mask.end(); }

BlockRun::BlockRun(const Kernel& kernel, int block, const Storages& common, long& budget)
    : kernel_(kernel),
      block_(block),
      common_(common),
      budget_(budget),
      living_(kernel.shape.threads(), 1),
      warp_barriers_((kernel.shape.threads() + 31) / 32) {
    for (std::size_t i = 0; i < kernel.variables.size(); ++i) {
        const Variable& variable = kernel.variables[i];
        if (variable.space == Space::shared || variable.space == Space::dynamic_shared)
            shared_[static_cast<int>(i)] = std::make_shared<Storage>(variable, 1, Values());
    }
}

void BlockRun::run() {
    frames_.push_back(
        {.variables = {}, .function = nullptr, .returned = Mask(threads()), .result = {}});
    run(kernel_.body, living_);
}

Mask BlockRun::run(const Block& block, Mask active) {
    for (const Statement& statement : block) {
        if (!any(active)) break;
        active = run(statement, active);
    }
    return active;
}

Mask BlockRun::run(const Statement& statement, const Mask& active) {
    using Kind = Statement::Kind;
    spend(threads());
    switch (statement.kind) {
        case Kind::declare: declare(statement, active); break;
        case Kind::assign: store(statement.place, evaluate(statement.value, active), active); break;
        case Kind::copy: copy(statement.place, statement.source, active); break;
        case Kind::branch: return branch(statement, active);
        case Kind::for_loop:
        case Kind::while_loop:
        case Kind::do_loop: return loop(statement, active);
        case Kind::choose: return choose(statement, active);
        case Kind::leave: return leave_by(breaks_, active);
        case Kind::proceed: return leave_by(continues_, active);
        case Kind::give: return give(statement, active);
        case Kind::barrier: barrier(active); break;
        case Kind::vote: vote(statement, active); break;
        case Kind::warp: warp(statement, active); break;
        case Kind::warp_sync: warp_sync(statement, active); break;
        case Kind::atomic: atomic(statement, active); break;
        case Kind::call: call(statement, active); break;
        case Kind::lambda: return lambda(statement, active);
        case Kind::scope: return run(statement.blocks[0], active);
    }
    return active;
}

void BlockRun::declare(const Statement& statement, const Mask& active) {
    const int variable = statement.place.variable;
    const Variable& declared = kernel_.variables[variable];
    std::shared_ptr<Storage>& storage = frames_.back().variables[variable];
    if (!storage) storage = std::make_shared<Storage>(declared, threads(), Values());
    if (statement.value) return store(statement.place, evaluate(statement.value, active), active);
    for (int thread = 0; thread < threads(); ++thread)
        for (std::size_t i = 0; active[thread] && i < storage->count() * storage->fields(); ++i)
            storage->store(storage->cell(thread, 0, i), 0, now(thread));
}

void BlockRun::copy(const Place& to, const Place& from, const Mask& active) {
    const std::size_t fields = kernel_.at(to).layout->fields.size();
    const auto field_of = [](Place place, std::size_t field) {
        place.field = static_cast<int>(field);
        return place;
    };
    // Reads all fields before it writes any, because the index may depend on the written values.
    std::vector<Values> values;
    for (std::size_t field = 0; field < fields; ++field)
        values.push_back(load(field_of(from, field), active));
    for (std::size_t field = 0; field < fields; ++field)
        store(field_of(to, field), values[field], active);
}

Mask BlockRun::branch(const Statement& statement, const Mask& active) {
    const Mask taken = where(statement.value, active);
    const Mask first = run(statement.blocks[0], taken);
    return first | run(statement.blocks[1], without(active, taken));
}

Mask BlockRun::loop(const Statement& statement, const Mask& active) {
    if (statement.kind == Statement::Kind::for_loop) declare(statement, active);
    breaks_.emplace_back(threads());
    Mask finished(threads());
    Mask inside = active;
    for (bool first = true; any(inside); first = false) {
        if (!first || statement.kind != Statement::Kind::do_loop) {
            const Mask again = where(statement.condition, inside);
            finished = finished | without(inside, again);
            inside = again;
        }
        continues_.emplace_back(threads());
        inside = run(statement.blocks[0], inside);
        inside = inside | continues_.back();
        continues_.pop_back();
        if (statement.step) store(statement.place, evaluate(statement.step, inside), inside);
    }
    const Mask is_finished = finished | breaks_.back();
    breaks_.pop_back();
    return is_finished;
}

Mask BlockRun::choose(const Statement& statement, const Mask& active) {
    const Values selector = evaluate(statement.value, active);
    const std::size_t cases = statement.blocks.size();
    breaks_.emplace_back(threads());
    Mask done(threads()), through(threads());
    for (std::size_t i = 0; i < cases; ++i) {
        Mask entered = through;
        for (int thread = 0; thread < threads(); ++thread)
            if (active[thread] && std::min<std::size_t>(selector[thread], cases - 1) == i)
                entered[thread] = 1;
        const Mask behind = run(statement.blocks[i], entered);
        const bool falls = statement.falls_through[i] && i + 1 < cases;
        through = falls ? behind : Mask(threads());
        if (!falls) done = done | behind;
    }
    done = done | breaks_.back();
    breaks_.pop_back();
    return done;
}

Mask BlockRun::leave_by(std::vector<Mask>& exits, const Mask& active) {
    if (exits.empty()) throw Illegal("break or continue outside a loop");
    exits.back() = exits.back() | active;
    return Mask(threads());
}

Mask BlockRun::give(const Statement& statement, const Mask& active) {
    Frame& frame = frames_.back();
    frame.returned = frame.returned | active;
    if (frame.function == nullptr) {
        living_ = without(living_, active);
        return Mask(threads());
    }
    std::vector<Values> values;
    if (statement.value) {
        values.push_back(evaluate(statement.value, active));
    } else if (statement.source.variable >= 0) {
        for (std::size_t i = 0; i < frame.function->returns->fields.size(); ++i) {
            Place place = statement.source;
            place.field = static_cast<int>(i);
            values.push_back(load(place, active));
        }
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        for (int thread = 0; thread < threads(); ++thread)
            if (active[thread]) frame.result[i][thread] = values[i][thread];
    return Mask(threads());
}

Mask BlockRun::lambda(const Statement& statement, const Mask& active) {
    static const Function unnamed{};
    Frame inner = frames_.back();  // a frame with the same variables, but with its own returns
    inner.function = &unnamed;
    inner.returned.assign(threads(), 0);
    frames_.push_back(std::move(inner));
    std::vector<Mask> breaks, continues;
    breaks_.swap(breaks);
    continues_.swap(continues);
    run(statement.blocks[0], active);
    breaks_.swap(breaks);
    continues_.swap(continues);
    frames_.pop_back();
    return active;
}

void BlockRun::call(const Statement& statement, const Mask& active) {
    if (frames_.size() > 30) throw Illegal("calls nest too deep");
    frames_.push_back(enter(statement, active));
    std::vector<Mask> breaks, continues;
    breaks_.swap(breaks);
    continues_.swap(continues);
    run(frames_.back().function->body, active);
    breaks_.swap(breaks);
    continues_.swap(continues);
    const Frame left = std::move(frames_.back());
    frames_.pop_back();
    for (std::size_t i = 0; statement.result.variable >= 0 && i < left.result.size(); ++i) {
        if (any(without(active, left.returned))) throw Illegal("a function gives no value");
        Place place = statement.result;
        place.field = left.result.size() == 1 ? place.field : static_cast<int>(i);
        store(place, left.result[i], active);
    }
}

BlockRun::Frame BlockRun::enter(const Statement& statement, const Mask& active) {
    const Function& function = kernel_.functions[statement.callee];
    Frame frame{.variables = {}, .function = &function, .returned = Mask(threads()), .result = {}};
    frame.template_value = function.template_value;
    if (function.returns) frame.result.assign(function.returns->fields.size(), Values(threads()));
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
        bind(frame, function.parameters[i], statement.arguments[i], active);
    return frame;
}

void BlockRun::bind(Frame& frame, int parameter, const Argument& argument, const Mask& active) {
    const Variable& variable = kernel_.variables[parameter];
    if (variable.space == Space::pointer) {
        frame.variables[parameter] = find(argument.place.variable);
        return;
    }
    auto storage = std::make_shared<Storage>(variable, threads(), Values());
    for (std::size_t i = 0; i < storage->fields(); ++i) {
        Place place = argument.place;
        place.field = static_cast<int>(i);
        const Values values =
            argument.value ? evaluate(argument.value, active) : load(place, active);
        for (int thread = 0; thread < threads(); ++thread)
            if (active[thread])
                storage->store(storage->cell(thread, 0, i), values[thread], now(thread));
    }
    frame.variables[parameter] = storage;
}

void BlockRun::spend(long steps) {
    budget_ -= steps;
    if (budget_ < 0) throw TooLong("the kernel takes too many steps");
}

}  // namespace glint::fuzz
