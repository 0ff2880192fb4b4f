import Core
import Testing

/// These values are part of the file format, so to speak: a change gives every user another day for the same seed.
@Suite("Stable hashes")
struct StableHashTests {
  @Test(
    arguments: [
      (0, 0xE220_A839_7B1D_CDAF), (1, 0x910A_2DEC_8902_5CC1), (.max, 0xE4D9_7177_1B65_2C20),
      (0x9E37_79B9_7F4A_7C15, 0x6E78_9E6A_A1B9_65F4),
    ] as [(UInt64, UInt64)])
  func `mix is SplitMix64`(value: UInt64, hash: UInt64) { #expect(StableHash.mix(value) == hash) }

  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `names are FNV-1a`(text: String, hash: UInt64) { #expect(StableHash.name(text) == hash) }

  @Test func `combinations keep their value forever`() {
    #expect(StableHash.combine(3, 7) == 0xE3B0_C179_DBBA_A695)
    #expect(StableHash.combine(7, 3) == 0x2861_CB42_9366_0574)
    #expect(StableHash.combine(3, 7, 11) == 0x3BA1_C05A_E9F5_0EA6)
    #expect(StableHash.combine(3, StableHash.name("gnss.ttff.hot")) == 0xD0B9_32D4_A134_36CF)
  }

  @Test func `units lie strictly inside 0 and 1`() {
    #expect(StableHash.unit(0) == 0x1p-53)
    #expect(StableHash.unit(.max) == 1 - 0x1p-53)
    #expect(StableHash.unit(1 << 63) == 0.5 + 0x1p-53)
  }

  @Test func `a change of one input bit changes about half of the output`() {
    for bit in 0..<64 {
      var changed = 0
      for value in 0..<UInt64(200) {
        let base = StableHash.combine(value, 17)
        changed += (base ^ StableHash.combine(value ^ (1 << UInt64(bit)), 17)).nonzeroBitCount
        changed += (base ^ StableHash.combine(value, 17 ^ (1 << UInt64(bit)))).nonzeroBitCount
      }
      // 25,600 fair bits: mean 12,800, deviation 80.
      #expect(abs(changed - 12_800) < 5 * 80)
    }
  }

  @Test func `neighbouring indices are uniform and independent`() {
    var cells = [Int](repeating: 0, count: 100)
    for index in 0..<UInt64(100_000) {
      let x = StableHash.unit(StableHash.combine(5, 9, index))
      let y = StableHash.unit(StableHash.combine(5, 9, index + 1))
      cells[Int(x * 10) * 10 + Int(y * 10)] += 1
    }
    let chiSquare = cells.reduce(0.0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
    // 99 degrees of freedom: 0.001 and 0.999 quantiles are 60 and 149.
    #expect((60...149).contains(chiSquare))
  }
}
