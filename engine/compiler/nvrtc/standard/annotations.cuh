// SPDX-License-Identifier: MIT
#pragma once

/// A function that both kernels and host code may call, and a member function of that kind. The CPU
/// backend defines them differently.
#define __glint_any __host__ __device__
#define __glint_any_member __host__ __device__
/// A deduction guide.
#define __glint_guide
