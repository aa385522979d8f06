// SPDX-License-Identifier: MIT
#pragma once

/// Marks a function (or a member function) that both kernels and host code can call. The CPU
/// backend has other definitions of these macros.
#define __glint_any __host__ __device__
#define __glint_any_member __host__ __device__
/// Marks a deduction guide.
#define __glint_guide
