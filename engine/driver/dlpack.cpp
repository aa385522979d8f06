// SPDX-License-Identifier: MIT
#include <glint/driver/dlpack.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/memory_at.hpp>

namespace glint::dlpack {
namespace {

static_assert(sizeof(Tensor) == 48 && sizeof(ManagedTensor) == 80);
static_assert(sizeof(UnversionedTensor) == 64 && offsetof(UnversionedTensor, deleter) == 56);
static_assert(offsetof(ManagedTensor, tensor) == 32 && offsetof(Tensor, shape) == 24);

/// Owns the memory and the description of an exported tensor.
struct Holder {
    ManagedTensor managed;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    std::shared_ptr<void> memory;
};

void delete_holder(ManagedTensor* tensor) { delete static_cast<Holder*>(tensor->manager); }

using Numbers = std::vector<std::int64_t>;

/// These two functions return the product and the sum of a and b, or nullopt on 64-bit overflow.
std::optional<std::int64_t> product_of(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}
std::optional<std::int64_t> sum_of(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

/// Returns the number of elements, or nullopt for a negative extent or on 64-bit overflow.
std::optional<std::int64_t> count_of(std::span<const std::int64_t> shape) {
    if (std::ranges::any_of(shape, [](std::int64_t n) { return n < 0; })) return std::nullopt;
    if (std::ranges::find(shape, 0) != shape.end()) return 0;
    std::optional<std::int64_t> count = 1;
    for (const std::int64_t n : shape)
        if (count) count = product_of(*count, n);
    return count;
}

/// Returns the strides of contiguous rows. count_of(shape) must not be nullopt. The strides of an
/// empty tensor are arbitrary.
Numbers row_strides(const Numbers& shape) {
    Numbers strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i > 1; --i)
        strides[i - 2] = product_of(strides[i - 1], shape[i - 1]).value_or(0);
    return strides;
}

PlaceNumber place_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return {};
    return {Place::cuda, device.info().ordinal};
}

// Returns the DLPack device of the memory at `data`. Its type depends on the kind of memory: GPU
// memory, pinned host memory, or managed memory.
PlaceNumber place_of(const Device& device, const void* data) {
    if (device.kind() == BackendKind::cpu) return {};
    const auto info = memory_at(device, data);
    if (info && info->kind == MemoryKind::pinned) return {Place::cuda_pinned, 0};
    if (info && info->kind == MemoryKind::managed) return {Place::cuda_managed, 0};
    return place_of(device);
}

[[noreturn]] void refuse(const std::string& reason, ErrorCode code = ErrorCode::invalid_argument) {
    throw Error(code, "import memory through DLPack", reason);
}

bool can_use(const Device& device, PlaceNumber place) {
    if (place.place == Place::cuda_pinned || place.place == Place::cuda_managed) return true;
    const PlaceNumber own = place_of(device);
    return place.place == own.place && place.ordinal == own.ordinal;
}

std::string words(ElementType type) {
    return fmt::format("code {}, {} bits, {}", static_cast<int>(type.code), type.bits,
                       text::counted(type.lanes, "lane"));
}

void check(const ManagedTensor& managed, const Device& device, ElementType type, bool may_write) {
    const Tensor& tensor = managed.tensor;
    if (!can_use(device, tensor.place))
        refuse(fmt::format("the tensor is on device {} of type {}, which {} cannot access",
                           tensor.place.ordinal, static_cast<int>(tensor.place.place),
                           device.name()));
    if (tensor.type != type)
        refuse(fmt::format("the element type ({}) differs from the requested type ({})",
                           words(tensor.type), words(type)));
    if (may_write && (managed.flags & kReadOnly) != 0)
        refuse("the tensor is read-only. Import the tensor with const elements");
}

[[noreturn]] void refuse_size(const Numbers& shape, const Numbers& strides) {
    refuse(fmt::format("the shape {} with the strides {} does not fit in memory", shape, strides));
}

/// The address range of a tensor, in elements. `size` counts from the lowest to the highest
/// element, including both and all gaps. `before` is the number of elements before the element with
/// index 0.
struct Reach {
    std::size_t size = 0;
    std::size_t before = 0;
};

Reach reach_of(const Numbers& shape, const Numbers& strides) {
    if (count_of(shape) == 0) return {};
    std::optional<std::int64_t> last = 0, first = 0;
    for (std::size_t i = 0; i < shape.size() && last && first; ++i) {
        if (shape[i] == 1) continue;
        const auto further = product_of(shape[i] - 1, strides[i]);
        auto& end = strides[i] < 0 ? first : last;
        end = further ? sum_of(*end, *further) : std::nullopt;
    }
    const auto forwards = last ? sum_of(*last, 1) : std::nullopt;
    const auto before = first ? product_of(*first, -1) : std::nullopt;
    const auto size = forwards && before ? sum_of(*forwards, *before) : std::nullopt;
    if (!size) refuse_size(shape, strides);
    return {static_cast<std::size_t>(*size), static_cast<std::size_t>(*before)};
}

Numbers shape_of(const Tensor& tensor) {
    if (tensor.dimensions < 0)
        refuse(fmt::format("the tensor has {} dimensions", tensor.dimensions));
    Numbers shape(tensor.shape, tensor.shape + tensor.dimensions);
    if (!count_of(shape)) refuse(fmt::format("the shape {} is not valid", shape));
    return shape;
}

Numbers strides_of(const Tensor& tensor, const Numbers& shape) {
    if (!tensor.strides) return row_strides(shape);
    return {tensor.strides, tensor.strides + tensor.dimensions};
}

/// Owns a tensor. The destructor waits for the stream that uses the tensor, and then returns the
/// tensor to its producer.
class ForeignTensor final : public glint::detail::MemorySource {
public:
    ForeignTensor(const Stream& stream, OwnedTensor tensor)
        : backend_(stream.device().backend()),
          stream_(stream.share()),
          tensor_(std::move(tensor)) {}
    ~ForeignTensor() override { stream_->drain(); }
    ForeignTensor(const ForeignTensor&) = delete;
    ForeignTensor& operator=(const ForeignTensor&) = delete;
    void release(void*, std::size_t) noexcept override {}  // the destructor releases the tensor

private:
    std::shared_ptr<driver::Backend> backend_;
    std::shared_ptr<driver::Stream> stream_;
    OwnedTensor tensor_;
};

}  // namespace

OwnedTensor versioned(OwnedUnversioned tensor) {
    if (!tensor) return nullptr;
    auto made = std::make_unique<ManagedTensor>();
    made->tensor = tensor->tensor;
    made->deleter = [](ManagedTensor* mine) {
        const OwnedUnversioned theirs(static_cast<UnversionedTensor*>(mine->manager));
        delete mine;
    };
    made->manager = tensor.release();
    return OwnedTensor(made.release());
}

OwnedUnversioned unversioned(OwnedTensor tensor) {
    if (!tensor) return nullptr;
    if ((tensor->flags & kReadOnly) != 0)
        throw Error(ErrorCode::unsupported, "export memory through DLPack 0",
                    "the memory is read-only, which only DLPack 1 can express");
    auto made = std::make_unique<UnversionedTensor>();
    made->tensor = tensor->tensor;
    made->deleter = [](UnversionedTensor* mine) {
        const OwnedTensor theirs(static_cast<ManagedTensor*>(mine->manager));
        delete mine;
    };
    made->manager = tensor.release();
    return OwnedUnversioned(made.release());
}

std::vector<std::int64_t> detail::shape_for(std::vector<std::int64_t> shape, std::size_t count) {
    if (shape.empty()) return {static_cast<std::int64_t>(count)};
    const auto found = count_of(shape);
    if (found && static_cast<std::size_t>(*found) == count) return shape;
    throw Error(
        ErrorCode::invalid_argument, "export memory through DLPack",
        fmt::format("the shape {} does not match {}", shape, text::counted(count, "element")));
}

void detail::hand_over(const Stream& stream, Stream* consumer) {
    if (consumer) {
        consumer->wait(stream);
    } else {
        stream.state().synchronize();
    }
}

OwnedTensor detail::borrowed(const Tensor& tensor) {
    auto made = std::make_unique<ManagedTensor>();
    made->tensor = tensor;
    made->deleter = [](ManagedTensor* mine) { delete mine; };
    return OwnedTensor(made.release());
}

OwnedTensor detail::wrap(const Device& device, Description described, std::shared_ptr<void> keeps) {
    auto holder = std::make_unique<Holder>();
    holder->shape = std::move(described.shape);
    holder->strides =
        described.strides.empty() ? row_strides(holder->shape) : std::move(described.strides);
    holder->memory = std::move(keeps);
    ManagedTensor& managed = holder->managed;
    managed.deleter = delete_holder;
    managed.flags = described.is_read_only ? kReadOnly : 0;
    managed.tensor = {.data = described.data,
                      .place = place_of(device, described.data),
                      .dimensions = static_cast<std::int32_t>(holder->shape.size()),
                      .type = described.type,
                      .shape = holder->shape.data(),
                      .strides = holder->strides.data()};
    managed.manager = holder.release();
    return OwnedTensor(&managed);
}

detail::Unwrapped detail::unwrap(const Stream& stream, OwnedTensor tensor, ElementType type,
                                 bool may_write) {
    if (!tensor) refuse("the tensor is null");
    if (tensor->version.major != 1)
        refuse(fmt::format("the tensor has version {}.{}, but only version 1 is supported",
                           tensor->version.major, tensor->version.minor),
               ErrorCode::unsupported);
    check(*tensor, stream.device(), type, may_write);
    const Tensor& given = tensor->tensor;
    Unwrapped found;
    found.shape = shape_of(given);
    found.strides = strides_of(given, found.shape);
    const auto [count, before] = reach_of(found.shape, found.strides);
    found.count = count;
    found.first = before;
    const std::size_t element_bytes = std::size_t{type.bits} * type.lanes / 8;
    if (found.count > std::numeric_limits<std::size_t>::max() / element_bytes)
        refuse_size(found.shape, found.strides);
    void* data = static_cast<std::byte*>(given.data) + given.offset_bytes - before * element_bytes;
    found.allocation = {stream.device(), found.count > 0 ? data : nullptr,
                        found.count * element_bytes, driver::MemoryKind::device,
                        std::make_shared<ForeignTensor>(stream, std::move(tensor))};
    return found;
}

}  // namespace glint::dlpack
