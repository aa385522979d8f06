#include <glint/cpu/lowering/lanes/members.hpp>

#include <optional>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/Support/MathExtras.h>

namespace glint::cpu {
namespace {

using llvm::Value;

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kMostWords = 8;

/// A struct of words, and one of its members.
struct Member {
    const llvm::GetElementPtrInst* base;  ///< where the struct is
    unsigned words;                       ///< of the struct
    unsigned word;                        ///< of the member
};

/// An access to a member.
struct MemberAccess {
    const llvm::Instruction* instruction;
    unsigned word;
};

using MemberAccesses = llvm::SmallVector<MemberAccess, 8>;

std::uint64_t bytes_of_last_step(const llvm::GetElementPtrInst& step) {
    std::uint64_t bytes = 0;
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index)
        bytes = index.isStruct()
                    ? 0
                    : index.getSequentialElementStride(step.getDataLayout()).getFixedValue();
    return bytes;
}

std::optional<Member> member_at(const Value* pointer, const llvm::Type* type) {
    if (!type->isIntegerTy(8 * kWordBytes) && !type->isFloatTy()) return std::nullopt;
    const auto* last = llvm::dyn_cast<llvm::Instruction>(pointer);
    if (last == nullptr) return std::nullopt;
    std::int64_t offset = 0;
    const Value* base =
        llvm::GetPointerBaseWithConstantOffset(pointer, offset, last->getDataLayout());
    const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(base);
    if (step == nullptr || offset < 0 || offset % kWordBytes != 0) return std::nullopt;
    const std::uint64_t bytes = bytes_of_last_step(*step);
    const bool is_struct = bytes % kWordBytes == 0 && bytes > kWordBytes &&
                           bytes <= kMostWords * kWordBytes && std::uint64_t(offset) < bytes;
    if (!is_struct) return std::nullopt;
    return Member{.base = step,
                  .words = static_cast<unsigned>(bytes / kWordBytes),
                  .word = static_cast<unsigned>(std::uint64_t(offset) / kWordBytes)};
}

std::optional<Member> member_of(const llvm::Instruction& access) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access))
        return load->isSimple() ? member_at(load->getPointerOperand(), load->getType())
                                : std::nullopt;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
        return store->isSimple()
                   ? member_at(store->getPointerOperand(), store->getValueOperand()->getType())
                   : std::nullopt;
    return std::nullopt;
}

bool is_in_row(const LaneBuilder& lanes, const Member& member) {
    const Shape shape = lanes.values.shape(member.base);
    return !shape.is_varying() && shape.stride == std::int64_t(kWordBytes * member.words);
}

bool is_private(const LaneBuilder& lanes, const Value* pointer) {
    return lanes.values.analyses().memory.element_bytes(pointer) != 0;
}

/// Structs of all lanes as memory has them, word by word, in as many pieces as a struct has words;
/// each piece has as many words as there are lanes.
class Pieces {
public:
    Pieces(LaneBuilder& lanes, unsigned words) : lanes_(lanes), words_(words) {}

    void add(Value* piece) { pieces_.push_back(piece); }

    llvm::Type* type() const { return lanes_.values.lanes_of(lanes_.ir.getInt32Ty()); }

    /// One word of all lanes.
    Value* take(unsigned word) const {
        Value* result = llvm::PoisonValue::get(type());
        const unsigned width = lanes_.width();
        for (unsigned p = 0; p < words_; ++p) {
            llvm::SmallVector<int, 64> order;
            for (unsigned lane = 0; lane < width; ++lane) {
                const unsigned place = lane * words_ + word;
                order.push_back(int(place / width == p ? width + place % width : lane));
            }
            result = lanes_.ir.CreateShuffleVector(result, pieces_[p], order);
        }
        return result;
    }

    /// Words of all lanes, one vector for each, become pieces.
    void put_together(llvm::ArrayRef<Value*> words) {
        const unsigned width = lanes_.width();
        for (unsigned p = 0; p < words_; ++p) {
            Value* piece = llvm::PoisonValue::get(type());
            for (unsigned word = 0; word < words_; ++word) {
                llvm::SmallVector<int, 64> order;
                for (unsigned i = 0; i < width; ++i) {
                    const unsigned place = p * width + i;
                    order.push_back(int(place % words_ == word ? width + place / words_ : i));
                }
                piece = lanes_.ir.CreateShuffleVector(piece, words[word], order);
            }
            pieces_.push_back(piece);
        }
    }

    void load(Value* first) {
        for (unsigned p = 0; p < words_; ++p) {
            Value* mask = mask_of(p);
            add(mask == nullptr ? lanes_.ir.CreateAlignedLoad(type(), place(first, p), alignment())
                                : static_cast<Value*>(lanes_.ir.CreateMaskedLoad(
                                      type(), place(first, p), alignment(), mask)));
        }
    }

    void store(Value* first) const {
        for (unsigned p = 0; p < words_; ++p) {
            if (Value* mask = mask_of(p))
                lanes_.ir.CreateMaskedStore(pieces_[p], place(first, p), alignment(), mask);
            else
                lanes_.ir.CreateAlignedStore(pieces_[p], place(first, p), alignment());
        }
    }

private:
    static llvm::Align alignment() { return llvm::Align(kWordBytes); }

    Value* place(Value* first, unsigned piece) const {
        return lanes_.ir.CreateConstGEP1_64(lanes_.ir.getInt8Ty(), first,
                                            kWordBytes * piece * lanes_.width());
    }

    Value* mask_of(unsigned piece) const {
        if (lanes_.mask == nullptr) return nullptr;
        llvm::SmallVector<int, 64> order;
        for (unsigned i = 0; i < lanes_.width(); ++i)
            order.push_back(int((piece * lanes_.width() + i) / words_));
        return lanes_.ir.CreateShuffleVector(lanes_.mask, order);
    }

    LaneBuilder& lanes_;
    unsigned words_;
    std::vector<Value*> pieces_;
};

/// Loads the structs that lanes point to one by one.
class EachStruct {
public:
    EachStruct(LaneBuilder& lanes, const Member& member)
        : lanes_(lanes), words_(member.words), room_(unsigned(llvm::PowerOf2Ceil(words_))) {
        Value* pointers = lanes.values.vector(member.base);
        if (lanes.mask != nullptr) {
            // Lanes that do not run read what nobody needs.
            llvm::AllocaInst* nowhere = lanes.slots.memory(
                llvm::ArrayType::get(lanes.ir.getInt32Ty(), kMostWords), "nowhere");
            pointers = lanes.ir.CreateSelect(lanes.mask, pointers, lanes.values.splat(nowhere));
        }
        addresses_ =
            lanes.slots.memory(llvm::ArrayType::get(lanes.ir.getPtrTy(), lanes.width()), "structs");
        addresses_->setAlignment(llvm::Align(64));
        lanes.ir.CreateAlignedStore(pointers, addresses_, addresses_->getAlign());
    }

    /// How many words each has in the pieces.
    unsigned room() const { return room_; }

    Pieces pieces() {
        Pieces pieces(lanes_, room_);
        const unsigned lanes_each = lanes_.width() / room_;
        for (unsigned p = 0; p < room_; ++p) pieces.add(joined(p * lanes_each, lanes_each));
        return pieces;
    }

private:
    Value* joined(unsigned first, unsigned count) {
        if (count == 1) return load(first);
        Value* low = joined(first, count / 2);
        Value* high = joined(first + count / 2, count / 2);
        llvm::SmallVector<int, 64> all;
        for (unsigned i = 0; i < count * room_; ++i) all.push_back(int(i));
        return lanes_.ir.CreateShuffleVector(low, high, all);
    }

    Value* load(unsigned lane) {
        llvm::IRBuilder<>& ir = lanes_.ir;
        Value* place =
            ir.CreateLoad(ir.getPtrTy(), ir.CreateConstGEP1_64(ir.getPtrTy(), addresses_, lane));
        auto* type = llvm::FixedVectorType::get(ir.getInt32Ty(), words_);
        Value* words = ir.CreateAlignedLoad(type, place, llvm::Align(kWordBytes));
        if (words_ == room_) return words;
        llvm::SmallVector<int, 8> padded;
        for (unsigned i = 0; i < room_; ++i) padded.push_back(i < words_ ? int(i) : -1);
        return ir.CreateShuffleVector(words, padded);
    }

    LaneBuilder& lanes_;
    unsigned words_;
    unsigned room_;
    llvm::AllocaInst* addresses_;
};

// The loads of the same structs from `first` on, before anything may be written.
MemberAccesses loads_from(const llvm::LoadInst& first, const Member& member) {
    MemberAccesses loads;
    for (const llvm::Instruction* next = &first; !next->mayWriteToMemory() && !next->isTerminator();
         next = next->getNextNode()) {
        if (!llvm::isa<llvm::LoadInst>(next)) continue;
        const auto other = member_of(*next);
        if (other && other->base == member.base) loads.push_back({next, other->word});
    }
    return loads;
}

void define_loads(LaneBuilder& lanes, const MemberAccesses& loads, const Pieces& pieces) {
    for (const auto& [load, word] : loads)
        lanes.values.define(*load, lanes.ir.CreateBitCast(pieces.take(word),
                                                          lanes.values.lanes_of(load->getType())));
}

// The stores to the same structs around `store` with nothing between them that memory matters to.
MemberAccesses stores_around(const llvm::StoreInst& store, const Member& member) {
    const auto is_one = [&](const llvm::Instruction& instruction) {
        const auto other = member_of(instruction);
        return llvm::isa<llvm::StoreInst>(instruction) && other && other->base == member.base;
    };
    const auto goes_on = [&](const llvm::Instruction* instruction) {
        return instruction != nullptr && !instruction->isTerminator() &&
               (!instruction->mayReadOrWriteMemory() || is_one(*instruction));
    };
    const llvm::Instruction* first = &store;
    while (goes_on(first->getPrevNode())) first = first->getPrevNode();
    MemberAccesses stores;
    for (; goes_on(first); first = first->getNextNode())
        if (is_one(*first)) stores.push_back({first, member_of(*first)->word});
    return stores;
}

bool covers_each_word_once(const MemberAccesses& stores, unsigned words) {
    unsigned seen = 0;
    for (const MemberAccess& store : stores) seen |= 1u << store.word;
    return stores.size() == words && seen == (1u << words) - 1;
}

}  // namespace

bool build_member_loads(LaneBuilder& lanes, const llvm::LoadInst& load) {
    if (lanes.values.is_built(load)) return true;
    const auto member = member_of(load);
    if (!member || is_private(lanes, load.getPointerOperand()) ||
        lanes.values.shape(load.getPointerOperand()).is_uniform())
        return false;
    const MemberAccesses loads = loads_from(load, *member);
    if (is_in_row(lanes, *member)) {
        Pieces pieces(lanes, member->words);
        pieces.load(lanes.values.scalar(member->base));
        define_loads(lanes, loads, pieces);
        return true;
    }
    if (loads.size() < 2 || !lanes.values.shape(member->base).is_varying()) return false;
    EachStruct structs(lanes, *member);
    if (lanes.width() % structs.room() != 0) return false;
    define_loads(lanes, loads, structs.pieces());
    return true;
}

bool build_member_stores(LaneBuilder& lanes, const llvm::StoreInst& store) {
    const auto member = member_of(store);
    if (!member || is_private(lanes, store.getPointerOperand()) || !is_in_row(lanes, *member))
        return false;
    const MemberAccesses stores = stores_around(store, *member);
    if (!covers_each_word_once(stores, member->words)) return false;
    if (stores.back().instruction != &store) return true;
    std::vector<Value*> words(member->words);
    Pieces pieces(lanes, member->words);
    for (const auto& [instruction, word] : stores)
        words[word] = lanes.ir.CreateBitCast(
            lanes.values.vector(llvm::cast<llvm::StoreInst>(instruction)->getValueOperand()),
            pieces.type());
    pieces.put_together(words);
    pieces.store(lanes.values.scalar(member->base));
    return true;
}

}  // namespace glint::cpu
