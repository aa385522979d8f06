// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/legality.hpp>

#include <algorithm>

#include <llvm/IR/InstIterator.h>

#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

namespace glint::cpu {
namespace {

/// Determines which nodes of a scope are on all paths from a node to a barrier.
class PathsToBarriers {
public:
    explicit PathsToBarriers(const Scope& scope)
        : scope_(scope), reaches_(scope.nodes.size()), joins_(scope.nodes.size(), Node::kEnd) {
        for (std::size_t i = scope.nodes.size(); i-- > 0;) {
            reaches_[i] = has_barrier(scope.nodes[i]);
            for (const unsigned next : scope.nodes[i].successors)
                reaches_[i] = reaches_[i] || reaches(next);
            joins_[i] = join_of(static_cast<unsigned>(i));
        }
    }

    /// Returns true if every path from `from` to a barrier leads through `node`.
    bool all_lead_through(unsigned from, unsigned node) const {
        for (unsigned at = joins_[from]; at != Node::kEnd; at = joins_[at])
            if (at == node) return true;
        return false;
    }

private:
    bool reaches(unsigned node) const { return node != Node::kEnd && reaches_[node]; }

    unsigned join_of(unsigned node) const {
        unsigned join = Node::kNone;
        for (const unsigned next : scope_.nodes[node].successors)
            if (reaches(next)) join = join == Node::kNone ? next : common(join, next);
        return join == Node::kNone ? Node::kEnd : join;
    }

    unsigned common(unsigned a, unsigned b) const {
        while (a != b) {
            if (a < b)
                a = joins_[a];
            else
                b = joins_[b];
        }
        return a;
    }

    const Scope& scope_;
    std::vector<bool> reaches_;
    std::vector<unsigned> joins_;
};

bool may_differ(const Node& node, const Shapes& block_shapes) {
    if (node.loop != nullptr) return node.loop->diverges;
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node.block->getTerminator());
    return branch != nullptr && branch->isConditional() &&
           !block_shapes.of(branch->getCondition()).is_uniform();
}

void check_barriers(const Scope& scope, const Shapes& block_shapes) {
    if (!scope.has_barrier) return;
    const PathsToBarriers ways(scope);
    for (unsigned i = 0; i < scope.nodes.size(); ++i) {
        if (!scope.nodes[i].splits || !may_differ(scope.nodes[i], block_shapes)) continue;
        for (const unsigned node : nodes_between(scope, i, scope.nodes[i].join)) {
            if (!has_barrier(scope.nodes[node])) continue;
            // Threads that leave the kernel do not have to reach the barrier. In a loop, this
            // analysis does not know if threads that skip the barrier leave the kernel.
            if (scope.loop != nullptr || !ways.all_lead_through(i, node))
                throw Rejection("some threads may not reach a barrier");
        }
    }
    for (const auto& inner : scope.inner) check_barriers(*inner, block_shapes);
}

const Scope* diverging_scope_around(const Scopes& scopes, const llvm::BasicBlock* block) {
    for (const Scope* scope = &scopes.scope_of(block); scope->loop != nullptr;
         scope = scope->parent)
        if (scope->diverges) return scope;
    return nullptr;
}

bool is_fixed_in(const Scope& loop, const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction == nullptr || !loop.contains(instruction->getParent());
}

// Returns true if `instruction` may acquire a lock: a compare-and-swap whose expected value is not
// computed in the loop, or an exchange whose result is used. Lanes that wait for a lock would
// prevent the lane that holds the lock from continuing.
bool may_take_lock(const Scope& loop, const llvm::Instruction& instruction) {
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return is_fixed_in(loop, exchange->getCompareOperand());
    const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    return atomic != nullptr && atomic->getOperation() == llvm::AtomicRMWInst::Xchg &&
           !atomic->use_empty();
}

// Returns true if the atomic operation never changes the memory, as `atomicAdd(p, 0)` does.
bool only_reads(const llvm::AtomicRMWInst& atomic) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(atomic.getValOperand());
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(atomic.getValOperand());
    using Operation = llvm::AtomicRMWInst::BinOp;
    switch (atomic.getOperation()) {
        case Operation::Add:
        case Operation::Sub:
        case Operation::Or:
        case Operation::Xor:
        case Operation::UMax: return constant != nullptr && constant->isNullValue();
        case Operation::FAdd:
        case Operation::FSub: return constant != nullptr && constant->isZeroValue();
        case Operation::And:
        case Operation::UMin: return number != nullptr && number->isMinusOne();
        case Operation::Max: return number != nullptr && number->isMinValue(true);
        case Operation::Min: return number != nullptr && number->isMaxValue(true);
        default: return false;
    }
}

bool watches_memory(const llvm::Instruction& instruction) {
    if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        return only_reads(*atomic);
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    return load != nullptr && (load->isVolatile() || load->isAtomic());
}

void check_waiting(const Scopes& scopes, const llvm::Instruction& instruction) {
    const Scope* loop = diverging_scope_around(scopes, instruction.getParent());
    if (loop == nullptr) return;
    if (may_take_lock(*loop, instruction))
        throw Rejection("a loop may wait for a lock that another lane holds");
    if (watches_memory(instruction))
        throw Rejection("a loop may wait for a value that another lane writes");
    if (is_warp_operation(instruction) && operation_of(instruction) != Operation::warp_sync)
        throw Rejection(
            "a warp operation is in a loop that lanes may leave in different iterations");
}

}  // namespace

void check_lanes_are_legal(llvm::Function& body, const Scopes& scopes, const Shapes& block_shapes) {
    check_barriers(scopes.root(), block_shapes);
    for (const llvm::Instruction& instruction : llvm::instructions(body))
        check_waiting(scopes, instruction);
}

}  // namespace glint::cpu
