import Testing

@testable import Core

@Suite("xoshiro256++")
struct Xoshiro256PlusPlusTests {
  /// The first outputs of the authors' C code from the state {1, 2, 3, 4}.
  @Test func `outputs are the authors'`() {
    var generator = Xoshiro256PlusPlus(seed: 0)
    (generator.s0, generator.s1, generator.s2, generator.s3) = (1, 2, 3, 4)
    let expected: [UInt64] = [
      41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205,
      9_973_669_472_204_895_162, 14_011_001_112_246_962_877, 12_406_186_145_184_390_807, 15_849_039_046_786_891_736,
      10_450_023_813_501_588_000,
    ]
    #expect(expected.map { _ in generator.next() } == expected)
  }

  @Test func `the state is filled by SplitMix64`() {
    let generator = Xoshiro256PlusPlus(seed: 0)
    #expect(generator.s0 == 0xE220_A839_7B1D_CDAF)
    #expect(generator.s1 == 0x6E78_9E6A_A1B9_65F4)
    #expect(generator.s2 == 0x06C4_5D18_8009_454F)
    #expect(generator.s3 == 0xF88B_B8A8_724C_81EC)
  }

  @Test func `equal seeds give equal numbers, others do not`() {
    var (a, b, c) = (Xoshiro256PlusPlus(seed: 7), Xoshiro256PlusPlus(seed: 7), Xoshiro256PlusPlus(seed: 8))
    let (first, second, third) = (
      (0..<9).map { _ in a.next() }, (0..<9).map { _ in b.next() }, (0..<9).map { _ in c.next() }
    )
    #expect(first == second)
    #expect(Set(first).isDisjoint(with: third))
  }

  @Test func `uniform numbers have the moments of the uniform distribution`() {
    var generator = Xoshiro256PlusPlus(seed: 11)
    let count = 200_000
    var (sum, squares, smallest, largest) = (0.0, 0.0, 1.0, 0.0)
    for _ in 0..<count {
      let u = generator.uniform()
      sum += u
      squares += (u - 0.5) * (u - 0.5)
      (smallest, largest) = (min(smallest, u), max(largest, u))
    }
    // Deviation of the mean sqrt(1/12/n) = 0.00065; of the variance sqrt(1/180/n) = 0.00017.
    #expect(abs(sum / Double(count) - 0.5) < 4 * 0.00065)
    #expect(abs(squares / Double(count) - 1.0 / 12) < 4 * 0.00017)
    #expect(smallest > 0 && smallest < 1e-4 && largest < 1 && largest > 1 - 1e-4)
  }
}
