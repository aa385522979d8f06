#include <glint/cpu/lowering/lanes/members.hpp>

#include <optional>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/Support/MathExtras.h>

namespace glint::cpu {
namespace {

using llvm::Value;

constexpr std::uint64_t kMostBytes = 64;

/// A struct of words, and one of its members.
struct Member {
    const Value* pointer;                 ///< where the member is
    const llvm::GetElementPtrInst* base;  ///< where the struct is
    unsigned word_bytes;
    unsigned words;  ///< of the struct
    unsigned word;   ///< where the member begins
    unsigned count;  ///< of the member

    bool shares_struct_with(const Member& other) const {
        return base == other.base && word_bytes == other.word_bytes;
    }
};

/// An access to a member.
struct MemberAccess {
    const llvm::Instruction* instruction;
    unsigned word;
    unsigned count;
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

// Doubles are words themselves. Numbers of 64 bits are often two of 32 that a compiler copies.
unsigned word_bytes_of(const llvm::Type* type) {
    if (type->isDoubleTy()) return 8;
    return type->isFloatTy() || type->isIntegerTy(32) || type->isIntegerTy(64) ? 4 : 0;
}

std::optional<Member> member_at(const Value* pointer, llvm::Type* type) {
    const std::uint64_t word = word_bytes_of(type);
    const auto* last = llvm::dyn_cast<llvm::Instruction>(pointer);
    if (word == 0 || last == nullptr) return std::nullopt;
    std::int64_t offset = 0;
    const llvm::DataLayout& layout = last->getDataLayout();
    const auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(
        llvm::GetPointerBaseWithConstantOffset(pointer, offset, layout));
    if (base == nullptr || offset < 0) return std::nullopt;
    const std::uint64_t bytes = bytes_of_last_step(*base);
    const std::uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
    const auto begin = static_cast<std::uint64_t>(offset);
    if (bytes % word != 0 || begin % word != 0 || bytes <= size || bytes > kMostBytes ||
        begin + size > bytes)
        return std::nullopt;
    return Member{.pointer = pointer,
                  .base = base,
                  .word_bytes = static_cast<unsigned>(word),
                  .words = static_cast<unsigned>(bytes / word),
                  .word = static_cast<unsigned>(begin / word),
                  .count = static_cast<unsigned>(size / word)};
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

// The struct's address, from the member's: it may be known of this only.
Value* start_of(LaneBuilder& lanes, const Member& member, Value* pointer) {
    const auto back = -std::int64_t{member.word_bytes} * member.word;
    return lanes.ir.CreateGEP(lanes.ir.getInt8Ty(), pointer,
                              lanes.ir.getInt64(static_cast<std::uint64_t>(back)));
}

bool is_in_row(const LaneBuilder& lanes, const Member& member) {
    const Shape shape = lanes.values.shape(member.base);
    return !shape.is_varying() && shape.stride == std::int64_t{member.word_bytes} * member.words;
}

// The pieces of large structs take much code, and where some lanes do not run, more.
bool is_worth_pieces(const LaneBuilder& lanes, const Member& member) {
    constexpr unsigned kMostWords = 4;
    return is_in_row(lanes, member) && (lanes.mask == nullptr || member.words <= kMostWords);
}

bool is_private(const LaneBuilder& lanes, const Value* pointer) {
    return lanes.values.analyses().memory.element_bytes(pointer) != 0;
}

/// Structs of all lanes as memory has them, word by word, in as many pieces as a struct has words;
/// each piece has as many words as there are lanes.
class Pieces {
public:
    Pieces(LaneBuilder& lanes, unsigned word_bytes, unsigned words)
        : lanes_(lanes), word_bytes_(word_bytes), words_(words) {}

    void add(Value* piece) { pieces_.push_back(piece); }

    llvm::Type* type() const { return lanes_.values.lanes_of(lanes_.ir.getIntNTy(bits())); }

    /// A member of all lanes, as a whole number.
    Value* take(unsigned word, unsigned count) const {
        if (count == 1) return take_word(word);
        llvm::Type* wide = lanes_.values.lanes_of(lanes_.ir.getIntNTy(2 * bits()));
        Value* high = lanes_.ir.CreateZExt(take_word(word + 1), wide);
        return lanes_.ir.CreateOr(lanes_.ir.CreateZExt(take_word(word), wide),
                                  lanes_.ir.CreateShl(high, bits()));
    }

    /// The words of such a number.
    Value* word_of(Value* number, unsigned word) const {
        return lanes_.ir.CreateTrunc(lanes_.ir.CreateLShr(number, word * bits()), type());
    }

    /// One word of all lanes.
    Value* take_word(unsigned word) const {
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
    unsigned bits() const { return 8 * word_bytes_; }
    // Structs of words may lie anywhere that words may.
    llvm::Align alignment() const { return llvm::Align(word_bytes_); }

    Value* place(Value* first, unsigned piece) const {
        return lanes_.ir.CreateConstGEP1_64(lanes_.ir.getInt8Ty(), first,
                                            std::uint64_t{word_bytes_} * piece * lanes_.width());
    }

    Value* mask_of(unsigned piece) const {
        if (lanes_.mask == nullptr) return nullptr;
        llvm::SmallVector<int, 64> order;
        for (unsigned i = 0; i < lanes_.width(); ++i)
            order.push_back(int((piece * lanes_.width() + i) / words_));
        return lanes_.ir.CreateShuffleVector(lanes_.mask, order);
    }

    LaneBuilder& lanes_;
    unsigned word_bytes_;
    unsigned words_;
    std::vector<Value*> pieces_;
};

/// Loads the structs that lanes point to one by one.
class EachStruct {
public:
    EachStruct(LaneBuilder& lanes, const Member& member)
        : lanes_(lanes), member_(member), room_(unsigned(llvm::PowerOf2Ceil(member.words))) {
        Value* pointers = start_of(lanes, member, lanes.values.vector(member.pointer));
        if (lanes.mask != nullptr) {
            // Lanes that do not run read what nobody needs.
            llvm::AllocaInst* nowhere = lanes.slots.memory(
                llvm::ArrayType::get(lanes.ir.getInt8Ty(), kMostBytes), "nowhere");
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
        Pieces pieces(lanes_, member_.word_bytes, room_);
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
        auto* type =
            llvm::FixedVectorType::get(ir.getIntNTy(8 * member_.word_bytes), member_.words);
        Value* words = ir.CreateAlignedLoad(type, place, llvm::Align(member_.word_bytes));
        if (member_.words == room_) return words;
        llvm::SmallVector<int, 16> padded;
        for (unsigned i = 0; i < room_; ++i) padded.push_back(i < member_.words ? int(i) : -1);
        return ir.CreateShuffleVector(words, padded);
    }

    LaneBuilder& lanes_;
    Member member_;
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
        if (other && other->shares_struct_with(member))
            loads.push_back({next, other->word, other->count});
    }
    return loads;
}

void define_loads(LaneBuilder& lanes, const MemberAccesses& loads, const Pieces& pieces) {
    for (const auto& [load, word, count] : loads)
        lanes.values.define(*load, lanes.ir.CreateBitCast(pieces.take(word, count),
                                                          lanes.values.lanes_of(load->getType())));
}

// The stores to the same structs around `store` with nothing between them that memory matters to.
MemberAccesses stores_around(const llvm::StoreInst& store, const Member& member) {
    const auto is_one = [&](const llvm::Instruction& instruction) {
        const auto other = member_of(instruction);
        return llvm::isa<llvm::StoreInst>(instruction) && other &&
               other->shares_struct_with(member);
    };
    const auto goes_on = [&](const llvm::Instruction* instruction) {
        return instruction != nullptr && !instruction->isTerminator() &&
               (!instruction->mayReadOrWriteMemory() || is_one(*instruction));
    };
    const llvm::Instruction* first = &store;
    while (goes_on(first->getPrevNode())) first = first->getPrevNode();
    MemberAccesses stores;
    for (; goes_on(first); first = first->getNextNode())
        if (is_one(*first))
            stores.push_back({first, member_of(*first)->word, member_of(*first)->count});
    return stores;
}

bool covers_each_word_once(const MemberAccesses& stores, unsigned words) {
    std::uint64_t seen = 0;
    unsigned count = 0;
    for (const MemberAccess& store : stores)
        for (unsigned i = 0; i < store.count; ++i, ++count)
            seen |= std::uint64_t{1} << (store.word + i);
    return count == words && seen == (std::uint64_t{1} << words) - 1;
}

std::vector<Value*> stored_words(LaneBuilder& lanes, const MemberAccesses& stores,
                                 const Pieces& pieces, unsigned words) {
    std::vector<Value*> result(words);
    for (const auto& [instruction, word, count] : stores) {
        const Value* old = llvm::cast<llvm::StoreInst>(instruction)->getValueOperand();
        llvm::Type* number = lanes.values.lanes_of(
            lanes.ir.getIntNTy(unsigned(old->getType()->getPrimitiveSizeInBits())));
        Value* value = lanes.ir.CreateBitCast(lanes.values.vector(old), number);
        for (unsigned i = 0; i < count; ++i) result[word + i] = pieces.word_of(value, i);
    }
    return result;
}

}  // namespace

bool build_member_loads(LaneBuilder& lanes, const llvm::LoadInst& load) {
    if (lanes.values.is_built(load)) return true;
    const auto member = member_of(load);
    if (!member || is_private(lanes, load.getPointerOperand()) ||
        lanes.values.shape(load.getPointerOperand()).is_uniform())
        return false;
    const MemberAccesses loads = loads_from(load, *member);
    if (is_worth_pieces(lanes, *member)) {
        Pieces pieces(lanes, member->word_bytes, member->words);
        pieces.load(start_of(lanes, *member, lanes.values.scalar(member->pointer)));
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
    if (!member || is_private(lanes, store.getPointerOperand()) || !is_worth_pieces(lanes, *member))
        return false;
    const MemberAccesses stores = stores_around(store, *member);
    if (!covers_each_word_once(stores, member->words)) return false;
    if (stores.back().instruction != &store) return true;
    Pieces pieces(lanes, member->word_bytes, member->words);
    pieces.put_together(stored_words(lanes, stores, pieces, member->words));
    pieces.store(start_of(lanes, *member, lanes.values.scalar(member->pointer)));
    return true;
}

}  // namespace glint::cpu
