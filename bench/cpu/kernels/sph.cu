// SPDX-License-Identifier: MIT
// SPH density with the poly6 kernel of Mueller et al. (2003). Particles are sorted by cell, where x
// is the fastest index. Cells are one kernel radius wide. A row of three cells is therefore a
// contiguous range of particles.
__global__ void sph_density(unsigned count, int cells, float radius, float mass,
                            const float4* particles, const unsigned* cell_starts,
                            float* densities) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float4 me = particles[i];
    const int x = min(int(me.x / radius), cells - 1);
    const int y = min(int(me.y / radius), cells - 1);
    const int z = min(int(me.z / radius), cells - 1);
    const float radius2 = radius * radius;
    float sum = 0;
    for (int cz = max(z - 1, 0); cz <= min(z + 1, cells - 1); ++cz)
        for (int cy = max(y - 1, 0); cy <= min(y + 1, cells - 1); ++cy) {
            const int row = (cz * cells + cy) * cells;
            const unsigned end = cell_starts[row + min(x + 1, cells - 1) + 1];
            for (unsigned j = cell_starts[row + max(x - 1, 0)]; j < end; ++j) {
                const float dx = me.x - particles[j].x;
                const float dy = me.y - particles[j].y;
                const float dz = me.z - particles[j].z;
                const float rest = radius2 - (dx * dx + dy * dy + dz * dz);
                if (rest > 0) sum += rest * rest * rest;
            }
        }
    const float radius3 = radius2 * radius;
    densities[i] = mass * sum * 315.0f / (64.0f * 3.14159265f * radius3 * radius3 * radius3);
}
