// SPDX-License-Identifier: MIT
#include "reduce.hpp"

#include <algorithm>

#include "arithmetic.hpp"
#include "build_ast.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {
namespace {

/// Numbers the statements in source order, and replaces each with the result of an edit function.
class Editor {
public:
    using Edit = std::function<Block(int number, const Statement& statement)>;

    explicit Editor(Edit edit) : edit_(std::move(edit)) {}

    Kernel edited(Kernel kernel) {
        kernel.body = edited(kernel.body);
        for (Function& function : kernel.functions) function.body = edited(function.body);
        return kernel;
    }
    int count() const { return next_; }

private:
    Block edited(const Block& block) {
        Block result;
        for (const Statement& statement : block) {
            const int number = next_++;
            Statement inner = statement;
            for (Block& part : inner.blocks) part = edited(part);
            for (Statement& kept : edit_(number, inner)) result.push_back(std::move(kept));
        }
        return result;
    }

    Edit edit_;
    int next_ = 0;
};

bool is_legal(const Kernel& kernel) {
    try {
        (void)interpret(kernel);
        return true;
    } catch (const Illegal&) {
        return false;
    } catch (const TooLong&) {
        return false;
    }
}

// All possible replacements for a statement, simplest first.
std::vector<Block> replacements(const Statement& statement) {
    std::vector<Block> found;
    if (statement.kind != Statement::Kind::choose)
        for (const Block& block : statement.blocks)
            if (!block.empty()) found.push_back(block);
    const auto with_value = [&](ExpressionPtr value) {
        Statement simpler = statement;
        simpler.value = std::move(value);
        found.push_back({std::move(simpler)});
    };
    if (!statement.value || statement.kind == Statement::Kind::for_loop) return found;
    const Expression& value = *statement.value;
    if (value.kind != Expression::Kind::constant && !is_narrow(value.type))
        with_value(constant(value.type, 1));
    for (const ExpressionPtr& operand : value.operands) {
        if (operand->type == value.type) with_value(operand);
        for (const ExpressionPtr& inner : operand->operands)
            if (inner->type == value.type) with_value(inner);
    }
    return found;
}

class Reduction {
public:
    Reduction(Kernel kernel, const std::function<bool(const Kernel&)>& still_wrong)
        : kernel_(std::move(kernel)), still_wrong_(still_wrong) {}

    Kernel run() {
        use_fewer_blocks();
        for (bool again = true; again;) {
            again = false;
            for (int size = std::max(1, size_of(kernel_) / 2); size >= 1; size /= 2)
                again = leave_out(size) || again;
            again = simplify() || again;
        }
        return kernel_;
    }

    static int size_of(const Kernel& kernel) {
        Editor counter([](int, const Statement& statement) { return Block{statement}; });
        counter.edited(kernel);
        return counter.count();
    }

private:
    bool take(Kernel smaller) {
        if (!is_legal(smaller) || !still_wrong_(smaller)) return false;
        kernel_ = std::move(smaller);
        return true;
    }

    void use_fewer_blocks() {
        Kernel smaller = kernel_;
        smaller.shape.grid = {1, 1, 1};
        take(std::move(smaller));
    }

    // Starts at the end, because no other statements depend on the last ones.
    bool leave_out(int size) {
        bool any = false;
        for (int first = size_of(kernel_) - size; first > -size; first -= size) {
            Editor editor([&](int number, const Statement& statement) {
                return number >= first && number < first + size ? Block{} : Block{statement};
            });
            any = take(editor.edited(kernel_)) || any;
        }
        return any;
    }

    bool simplify() {
        bool any = false;
        for (int target = size_of(kernel_) - 1; target >= 0; --target)
            for (std::size_t choice = 0; try_replacement(target, choice, any); ++choice) {}
        return any;
    }

    // Tries one replacement. Returns false if there are no more.
    bool try_replacement(int target, std::size_t choice, bool& any) {
        bool exists = false;
        Editor editor([&](int number, const Statement& statement) {
            if (number != target) return Block{statement};
            const std::vector<Block> choices = replacements(statement);
            exists = choice < choices.size();
            return exists ? choices[choice] : Block{statement};
        });
        Kernel smaller = editor.edited(kernel_);
        if (!exists) return false;
        any = take(std::move(smaller)) || any;
        return true;
    }

    Kernel kernel_;
    const std::function<bool(const Kernel&)>& still_wrong_;
};

}  // namespace

int count_statements(const Kernel& kernel) { return Reduction::size_of(kernel); }

Kernel reduce(const Kernel& kernel, const std::function<bool(const Kernel&)>& still_wrong) {
    return Reduction(kernel, still_wrong).run();
}

}  // namespace glint::fuzz
