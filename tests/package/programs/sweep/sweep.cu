// A stochastic epidemic, one population per thread. The result is the total number of infected.
#include <glint/random.cuh>

struct Params {
    float r0 = 2.0f;         //@ 0.1..10 "R0": how many the first one infects
    float recovery = 0.25f;  //@ 0.01..1 1/day "Recovery"
    unsigned int population = 1000;
    unsigned int first = 5;  // number of infected at the start
};

extern "C" __global__ void epidemic(unsigned int runs, unsigned long long seed, Params params,
                                    float* part, unsigned int* days) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= runs) return;
    glint::Random random(seed, i);
    unsigned int susceptible = params.population - params.first, infected = params.first, day = 0;
    for (; infected > 0 && day < 2000; ++day) {
        const float contact = params.r0 * params.recovery * infected / params.population;
        const unsigned int caught = random.binomial(susceptible, 1 - expf(-contact));
        const unsigned int recovered = random.binomial(infected, params.recovery);
        susceptible -= caught;
        infected += caught - recovered;
    }
    part[i] = 1 - susceptible / float(params.population);
    days[i] = day;
}
