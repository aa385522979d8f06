// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>

#include <algorithm>
#include <set>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>

#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

namespace glint::cpu {
namespace {

bool has_barrier(const llvm::BasicBlock& block) {
    return std::any_of(block.begin(), block.end(),
                       [](const llvm::Instruction& i) { return is_barrier(i); });
}

std::vector<Edge> edges_of(const Node& node) {
    std::vector<Edge> edges;
    const auto add_from = [&](llvm::BasicBlock* block) {
        for (llvm::BasicBlock* successor : llvm::successors(block))
            if (node.loop == nullptr || !node.loop->loop->contains(successor))
                edges.push_back({block, successor});
    };
    if (node.block != nullptr)
        add_from(node.block);
    else
        for (llvm::BasicBlock* block : node.loop->loop->blocks()) add_from(block);
    return edges;
}

/// Returns the nearest common ancestor of two nodes in a tree. In a tree of post-dominators,
/// parents have larger indices than their children; in a tree of dominators, smaller indices.
template <class IsDeeper>
unsigned common_ancestor(const std::vector<unsigned>& parents, unsigned a, unsigned b,
                         const IsDeeper& is_deeper) {
    while (a != b) {
        if (is_deeper(a, b))
            a = parents[a];
        else
            b = parents[b];
    }
    return a;
}

// Returns the immediate post-dominator of each node, or kEnd. In the comparisons, kEnd is larger
// than every index.
std::vector<unsigned> post_dominators(const Scope& scope) {
    std::vector<unsigned> parents(scope.nodes.size(), Node::kEnd);
    for (std::size_t i = scope.nodes.size(); i-- > 0;) {
        const auto& successors = scope.nodes[i].successors;
        unsigned join = successors.empty() ? Node::kEnd : successors.front();
        for (const unsigned successor : successors)
            join = common_ancestor(parents, join, successor, std::less<>());
        parents[i] = join;
    }
    return parents;
}

std::vector<unsigned> dominators(const Scope& scope) {
    std::vector<unsigned> parents(scope.nodes.size(), 0);
    for (std::size_t i = 1; i < scope.nodes.size(); ++i) {
        const auto& predecessors = scope.nodes[i].predecessors;
        unsigned common = predecessors.front();
        for (const unsigned predecessor : predecessors)
            common = common_ancestor(parents, common, predecessor, std::greater<>());
        parents[i] = common;
    }
    return parents;
}

// Returns true if lanes that leave the node may continue at different nodes. If the node is a loop,
// returns false if all its edges lead to one node of this scope, because the lanes meet again
// there.
bool has_several_exits(const Node& node) {
    if (node.edges.size() < 2) return false;
    const auto& first = node.successors.front();
    return node.loop == nullptr || first == Node::kEnd ||
           std::any_of(node.successors.begin(), node.successors.end(),
                       [&](unsigned successor) { return successor != first; });
}

}  // namespace

bool has_barrier(const Node& node) {
    return node.loop != nullptr ? node.loop->has_barrier : has_barrier(*node.block);
}

std::set<unsigned> nodes_between(const Scope& scope, unsigned start, unsigned join) {
    std::set<unsigned> region;
    std::vector<unsigned> pending = scope.nodes[start].successors;
    while (!pending.empty()) {
        const unsigned node = pending.back();
        pending.pop_back();
        if (node == join || node == Node::kEnd || !region.insert(node).second) continue;
        const auto& next = scope.nodes[node].successors;
        pending.insert(pending.end(), next.begin(), next.end());
    }
    return region;
}

std::vector<unsigned> chain_of(const Scope& scope, unsigned splitter) {
    std::vector<unsigned> chain;
    for (unsigned i = 0; i < scope.nodes.size(); ++i)
        if (scope.nodes[i].chain == splitter) chain.push_back(i);
    return chain;
}

Scopes::Scopes(llvm::Function& function)
    : dominators_(function), loops_(dominators_), root_(std::make_unique<Scope>()) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> traversal(&function);
    if (llvm::containsIrreducibleCFG<llvm::BasicBlock*>(traversal, loops_))
        throw Rejection("the kernel jumps into the middle of a loop");
    add_nodes(*root_, {traversal.begin(), traversal.end()});
}

void Scopes::add_nodes(Scope& scope, const std::vector<llvm::BasicBlock*>& order) {
    for (llvm::BasicBlock* block : order) {
        llvm::Loop* inner = loops_.getLoopFor(block);
        while (inner != nullptr && inner->getParentLoop() != scope.loop)
            inner = inner->getParentLoop();
        if (inner == nullptr || inner == scope.loop) {
            scope.nodes.push_back({.block = block});
            scope.has_barrier |= has_barrier(*block);
        } else if (inner->getHeader() == block) {
            scope.inner.push_back(std::make_unique<Scope>());
            scope.nodes.push_back({.loop = scope.inner.back().get()});
            Scope& child = *scope.inner.back();
            child.parent = &scope;
            child.loop = inner;
            std::vector<llvm::BasicBlock*> blocks;
            std::copy_if(order.begin(), order.end(), std::back_inserter(blocks),
                         [&](llvm::BasicBlock* b) { return inner->contains(b); });
            add_nodes(child, blocks);
            scope.has_barrier |= child.has_barrier;
        }
    }
    for (Node& node : scope.nodes) node.edges = edges_of(node);
    order_by_barriers(scope);
    connect(scope);
}

unsigned Scopes::index_in(const Scope& scope, const llvm::BasicBlock* block) const {
    for (unsigned i = 0; i < scope.nodes.size(); ++i) {
        const Node& node = scope.nodes[i];
        if (node.block == block || (node.loop != nullptr && node.loop->loop->contains(block)))
            return i;
    }
    return Node::kEnd;
}

void Scopes::connect(Scope& scope) {
    for (unsigned i = 0; i < scope.nodes.size(); ++i)
        if (scope.nodes[i].block != nullptr) places_[scope.nodes[i].block] = {&scope, i};
    for (unsigned i = 0; i < scope.nodes.size(); ++i) {
        Node& node = scope.nodes[i];
        for (const Edge& edge : node.edges) {
            const bool ends = scope.repeats(edge) || scope.leaves(edge);
            const unsigned target = ends ? Node::kEnd : index_in(scope, edge.to);
            node.successors.push_back(target);
            if (ends) continue;
            auto& predecessors = scope.nodes[target].predecessors;
            if (predecessors.empty() || predecessors.back() != i) predecessors.push_back(i);
        }
    }
}

// Changes the order of nodes: nodes from which no barrier can be reached come before the barriers.
// Threads run these nodes before they leave the kernel, and threads that wait at a barrier may need
// their results.
void Scopes::order_by_barriers(Scope& scope) {
    if (!scope.has_barrier) return;
    const std::size_t count = scope.nodes.size();
    std::vector<std::set<unsigned>> successors(count);
    std::vector<unsigned> missing(count, 0);
    for (unsigned i = 0; i < count; ++i)
        for (const Edge& edge : scope.nodes[i].edges)
            if (!scope.repeats(edge) && !scope.leaves(edge))
                successors[i].insert(index_in(scope, edge.to));
    std::vector<bool> reaches(count);
    for (std::size_t i = count; i-- > 0;) {
        reaches[i] = cpu::has_barrier(scope.nodes[i]);
        for (const unsigned next : successors[i]) reaches[i] = reaches[i] || reaches[next];
        for (const unsigned next : successors[i]) ++missing[next];
    }
    std::set<std::pair<bool, unsigned>> ready;
    for (unsigned i = 0; i < count; ++i)
        if (missing[i] == 0) ready.insert({reaches[i], i});
    std::vector<Node> ordered;
    while (!ready.empty()) {
        const unsigned next = ready.begin()->second;
        ready.erase(ready.begin());
        ordered.push_back(std::move(scope.nodes[next]));
        for (const unsigned successor : successors[next])
            if (--missing[successor] == 0) ready.insert({reaches[successor], successor});
    }
    scope.nodes = std::move(ordered);
}

void Scopes::split(const std::function<bool(const llvm::BasicBlock&)>& branches_diverge) {
    split_scope(*root_, branches_diverge);
}

void Scopes::split_scope(Scope& scope,
                         const std::function<bool(const llvm::BasicBlock&)>& branches_diverge) {
    for (const auto& inner : scope.inner) split_scope(*inner, branches_diverge);
    mark_splits(scope, branches_diverge);
    make_chains(scope);
    scope.diverges = std::any_of(scope.nodes.begin(), scope.nodes.end(), [&](const Node& node) {
        const bool leaves = std::any_of(node.edges.begin(), node.edges.end(),
                                        [&](const Edge& edge) { return scope.leaves(edge); });
        return leaves && (node.splits || node.is_masked());
    });
}

void Scopes::mark_splits(
    Scope& scope, const std::function<bool(const llvm::BasicBlock&)>& branches_diverge) const {
    for (Node& node : scope.nodes) {
        const bool ends = std::any_of(node.successors.begin(), node.successors.end(),
                                      [](unsigned successor) { return successor == Node::kEnd; });
        // Between two barriers, one group runs after the other, and then all groups continue with
        // the same code. Therefore, groups cannot take different edges here, and masks record which
        // lanes take which edge.
        const bool forced = scope.has_barrier && (!ends || node.loop != nullptr);
        const bool apart =
            node.loop != nullptr ? node.loop->diverges : branches_diverge(*node.block);
        node.splits = has_several_exits(node) && (forced || apart);
    }
}

void Scopes::make_chains(Scope& scope) const {
    const std::vector<unsigned> joins = post_dominators(scope);
    const std::vector<unsigned> parents = dominators(scope);
    const auto chain_from = [&](unsigned splitter) -> unsigned {
        const std::set<unsigned> region = nodes_between(scope, splitter, joins[splitter]);
        for (const unsigned node : region)
            for (const unsigned predecessor : scope.nodes[node].predecessors)
                if (predecessor != splitter && !region.contains(predecessor))
                    return common_ancestor(parents, splitter, predecessor, std::greater<>());
        for (const unsigned node : region) scope.nodes[node].chain = splitter;
        return Node::kNone;
    };
    for (unsigned tries = 0; tries <= scope.nodes.size(); ++tries) {
        unsigned conflict = Node::kNone;
        for (Node& node : scope.nodes) node.chain = Node::kNone;
        for (unsigned i = 0; i < scope.nodes.size() && conflict == Node::kNone; ++i) {
            scope.nodes[i].join = joins[i];
            if (scope.nodes[i].splits && !scope.nodes[i].is_masked()) conflict = chain_from(i);
        }
        if (conflict == Node::kNone) return;
        if (scope.nodes[conflict].splits || !has_several_exits(scope.nodes[conflict])) break;
        scope.nodes[conflict].splits = true;
    }
    throw Rejection("the branches of the kernel are too complex");
}

bool Scopes::is_meeting_point(const llvm::BasicBlock* block) const {
    const auto& [scope, index] = places_.at(block);
    const auto& predecessors = scope->nodes[index].predecessors;
    if (llvm::pred_size(block) < 2) return false;
    return std::any_of(predecessors.begin(), predecessors.end(), [&](unsigned predecessor) {
        const Node& node = scope->nodes[predecessor];
        return node.splits || node.is_masked() || (node.loop != nullptr && node.loop->diverges);
    });
}

bool Scopes::diverges_around(const Edge& edge) const {
    const Scope& scope = scope_of(edge.from);
    return (scope.diverges && scope.leaves(edge)) || diverges_around(scope, edge);
}

bool Scopes::diverges_around(const Scope& scope, const Edge& edge) const {
    for (const Scope* outer = scope.parent; outer != nullptr; outer = outer->parent)
        if (outer->diverges && outer->leaves(edge)) return true;
    return false;
}

bool Scopes::crosses_diverging_loop(const llvm::BasicBlock* from, const Edge& edge) const {
    for (const Scope* scope = &scope_of(edge.from); scope->loop != nullptr; scope = scope->parent)
        if (scope->diverges && scope->contains(from) && scope->leaves(edge)) return true;
    return false;
}

}  // namespace glint::cpu
