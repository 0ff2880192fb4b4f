import DeviceModel
import Foundation
import Testing

@testable import FileFormats

/// Traces made up here, field by field, with what they say worked out by hand.
@Suite struct PerfettoTests {
  // MARK: Writing

  static func varint(_ value: UInt64) -> [UInt8] {
    var (rest, bytes) = (value, [UInt8]())
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func number(_ field: UInt64, _ value: Int) -> [UInt8] {
    varint(field << 3) + varint(UInt64(bitPattern: Int64(value)))
  }

  static func float(_ field: UInt64, _ value: Float) -> [UInt8] {
    varint(field << 3 | 5) + (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
  }

  static func bytes(_ field: UInt64, _ parts: [UInt8]...) -> [UInt8] {
    let inner = parts.flatMap(\.self)
    return varint(field << 3 | 2) + varint(UInt64(inner.count)) + inner
  }

  static func packet(_ parts: [UInt8]...) -> [UInt8] { bytes(1, parts.flatMap(\.self)) }

  /// Boot time 1000 s is 1,770,000,000 s since 1970; the monotonic clock (3) is 400 s behind.
  static let snapshot = packet(
    bytes(
      6, bytes(1, number(1, 6), number(2, 1_000_000_000_000)),
      bytes(1, number(1, 1), number(2, 1_770_000_000_000_000_000)),
      bytes(1, number(1, 3), number(2, 600_000_000_000))))

  static func rails(_ milliseconds: Int, _ energies: [Int], names: [(String, String)] = []) -> [UInt8] {
    let descriptors = names.enumerated().flatMap { index, rail in
      bytes(1, number(1, index), bytes(2, Array(rail.0.utf8)), bytes(3, Array(rail.1.utf8)), number(4, 1_000))
    }
    let data = energies.enumerated().flatMap { index, energy in
      bytes(2, number(1, index), number(2, milliseconds), number(3, energy))
    }
    return packet(number(8, milliseconds * 1_000_000), bytes(40, descriptors, data))
  }

  static func battery(_ seconds: Int, level: Float, current: Int, charge: Int?, clock: Int? = nil) -> [UInt8] {
    packet(
      number(8, seconds * 1_000_000_000), clock.map { number(58, $0) } ?? [],
      bytes(
        38, charge.map { number(1, $0) } ?? [], float(2, level), number(3, current), number(7, 3_900_000)))
  }

  static let names = [("L2S_GNSS", "GPS"), ("S2M_CPU", "CPU")]
  /// 112 mW of the receiver, then its counter is reset; 400 and 200 mW of the processor.
  static let railPackets = [
    rails(1_000_000, [5_000_000, 7_000_000], names: names), rails(1_010_000, [6_120_000, 11_000_000]),
    rails(1_020_000, [1_000, 13_000_000]),
  ]
  static let batteryPackets = [
    battery(1_000, level: 80, current: -200_000, charge: 3_000_000),
    battery(1_060, level: 80, current: -250_000, charge: 2_996_667),
    battery(1_120, level: 79, current: -250_000, charge: 2_992_500),
  ]
  static let trace = snapshot + railPackets.joined() + batteryPackets.joined()

  /// As zlib writes what it does not pack: blocks of up to 65535 bytes.
  static func stored(_ content: [UInt8]) -> [UInt8] {
    var (bytes, start): ([UInt8], Int) = ([0x78, 0x01], 0)
    repeat {
      let end = min(content.count, start + 65_535)
      let (low, high) = (UInt8((end - start) & 0xFF), UInt8((end - start) >> 8))
      bytes += [end == content.count ? 1 : 0, low, high, ~low, ~high] + content[start..<end]
      start = end
    } while start < content.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in content {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let sum = b << 16 | a
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
  }

  static func read(_ bytes: [UInt8]) throws(InputError) -> ImportedRecording {
    try RecordingImport.read(bytes: bytes, file: "f")
  }

  // MARK: Values

  @Test func railsBecomeMeanPowersAndTheBatteryPowerAndLevels() throws {
    let recording = try Self.read(Self.trace)
    #expect(recording.format == "Perfetto trace" && recording.system == .android)
    #expect(recording.rails.map(\.name) == ["L2S_GNSS", "S2M_CPU"] && recording.rails.map(\.part) == ["GPS", "CPU"])
    let (receiver, processor) = (recording.rails[0], recording.rails[1])
    #expect(receiver.spans.count == 1 && abs(receiver.meanPower - 0.112) < 1e-9 && abs(receiver.energy - 1.12) < 1e-6)
    #expect(processor.spans.map { ($0.watts * 1_000).rounded() } == [400, 200])
    #expect(abs(processor.meanPower - 0.3) < 1e-9 && abs(processor.seconds - 20) < 1e-6)
    #expect(abs(processor.spans[0].start - 1_770_000_000) < 1e-5)
    #expect(recording.notes.contains("1 steps over which a rail's counter was reset left out"))
    // 0.2 A and 0.25 A at 3.9 V.
    #expect(recording.power.map { ($0.watts * 1_000).rounded() } == [780, 975])
    #expect(recording.readings.map(\.percent) == [80, 79] && recording.charging.isEmpty)
    #expect(abs(recording.readings[1].time - 1_770_000_120) < 1e-5)
    let share = try #require(recording.facts.first)
    #expect(share.unit == "%" && abs(share.value - 100 * 0.412 / 0.8775) < 1e-6)
  }

  /// Rails without times of their own, on a writer's clock of microseconds; of a sequence that names it once. Incremental, too.
  @Test(arguments: [false, true])
  func railsOnAWritersOwnClock(isIncremental: Bool) throws {
    func clock(_ id: Int, _ time: Int, _ more: [UInt8] = []) -> [UInt8] {
      Self.bytes(1, Self.number(1, id), Self.number(2, time), more)
    }
    let own = Self.packet(
      Self.number(10, 7),
      Self.bytes(
        6, clock(6, 1_000_000_000_000), clock(1, 1_770_000_000_000_000_000),
        clock(64, 500_000, (isIncremental ? Self.number(3, 1) : []) + Self.number(4, 1_000))))
    func rails(_ microseconds: Int, _ energy: Int, sequence: Int = 7, defaults: Bool = false) -> [UInt8] {
      Self.packet(
        Self.number(8, microseconds), Self.number(10, sequence),
        defaults ? Self.bytes(59, Self.number(58, 64)) : Self.number(58, 64),
        Self.bytes(40, Self.bytes(2, Self.number(1, 0), Self.number(3, energy))))
    }
    let steps = isIncremental ? [10_000_000, 10_000_000, 20_000_000] : [10_500_000, 20_500_000, 40_500_000]
    let trace =
      own + rails(steps[0], 5_000_000, defaults: true) + rails(steps[1], 6_120_000) + rails(steps[2], 12_120_000)
      + rails(1, 1, sequence: 8)
    let recording = try Self.read(trace)
    // 1.12 J in 10 s and 6 J in 20 s.
    #expect(recording.rails.first?.spans.map { ($0.watts * 1_000).rounded() } == [112, 300])
    #expect(abs((recording.rails.first?.spans.first?.start ?? 0) - 1_770_000_010) < 1e-5)
    #expect(recording.notes.contains("1 packets on a clock that no snapshot places left out"))
  }

  @Test func packedPacketsSayTheSame() throws {
    let packed = Self.packet(Self.bytes(50, Self.stored(Self.snapshot + Self.railPackets.joined())))
    let recording = try Self.read(packed + Self.batteryPackets.joined())
    let plain = try Self.read(Self.trace)
    #expect(recording.rails == plain.rails && recording.power == plain.power && recording.facts == plain.facts)
  }

  /// The charge tells the sign, whatever most readings are; what is put in is no power of the phone.
  @Test func aCurrentOnTheChargerIsNoPower() throws {
    var packets = Self.snapshot
    for (place, (current, charge)) in [
      (500_000, 2_900_000), (510_000, 2_908_000), (520_000, 2_916_000), (-300_000, 2_924_000), (-200_000, 2_919_000),
      (-200_000, 2_916_000),
    ].enumerated() {
      packets += Self.battery(1_000 + 60 * place, level: 60, current: current, charge: charge)
    }
    let recording = try Self.read(packets)
    #expect(recording.power.map { ($0.watts * 1_000).rounded() } == [1_170, 780])
    #expect(recording.charging.count == 1 && abs(recording.charging[0].upperBound - 1_770_000_180) < 1e-5)
    // The other way round, on a phone that writes what it draws as positive.
    var turned = Self.snapshot
    for (place, (current, charge)) in [(300_000, 2_924_000), (200_000, 2_919_000), (200_000, 2_916_000)].enumerated() {
      turned += Self.battery(1_000 + 60 * place, level: 60, current: current, charge: charge)
    }
    #expect(try Self.read(turned).power.map { ($0.watts * 1_000).rounded() } == [1_170, 780])
  }

  @Test func clocksAreConverted() throws {
    let monotonic = try Self.read(
      Self.snapshot
        + [600, 660].flatMap { Self.battery($0, level: 70, current: -100_000, charge: nil, clock: 3) })
    #expect(monotonic.power.count == 1 && abs(monotonic.power[0].start - 1_770_000_000) < 1e-5)
    let unknown = try Self.read(Self.trace + Self.battery(5, level: 3, current: -9, charge: nil, clock: 77))
    #expect(unknown.readings.map(\.percent) == [80, 79])
    #expect(unknown.notes.contains("1 packets on a clock that no snapshot places left out"))
    let bare = try Self.read(Self.railPackets.flatMap(\.self))
    #expect(bare.rails[1].spans[0].start == 1_000)
    #expect(bare.notes.contains("no snapshot says the clock time; times count from the phone's start"))
  }

  @Test func unitsAreChecked() throws {
    // A thousand times too much: nanowatt-seconds.
    let wrong = try Self.read(
      Self.snapshot + Self.rails(1_000, [0, 0], names: Self.names) + Self.rails(2_000, [112_000_000, 300_000]))
    #expect(wrong.rails.map(\.name) == ["S2M_CPU"])
    #expect(wrong.notes.contains { $0.contains("is not in microwatt-seconds") })
    // No voltage, and a voltage in mV where uV is meant.
    for voltage in [[], Self.number(7, 3_900)] {
      let packets = [1_000, 1_060].flatMap {
        Self.packet(
          Self.number(8, $0 * 1_000_000_000), Self.bytes(38, Self.float(2, 50), Self.number(3, -200_000), voltage))
      }
      let recording = try Self.read(Self.snapshot + packets)
      #expect(recording.power.isEmpty && recording.readings.map(\.percent) == [50, 50])
      #expect(recording.notes.contains { $0.hasPrefix("the trace has no voltage of the battery") })
    }
  }

  // MARK: Hostile bytes

  @Test func aTraceThatIsCutOffIsRefused() throws {
    let bytes = Self.trace
    var ends = Set<Int>()
    var end = 0
    for part in [Self.snapshot] + Self.railPackets + Self.batteryPackets {
      end += part.count
      ends.insert(end)
    }
    for length in 3..<bytes.count where !ends.contains(length) {
      let failure = RecordingImportTests.failure(Array(bytes[..<length]))
      #expect(
        failure.hasPrefix("f: error: the trace is damaged or cut off at byte ") || length < Self.snapshot.count,
        "\(length): \(failure)")
      #expect(failure.hasPrefix("f:"), "\(length): \(failure)")
    }
    #expect(
      RecordingImportTests.failure(Self.snapshot)
        == "f: error: none of its 1 packets has the power of a rail or the battery twice; record with the data source "
        + "android.power, with collect_power_rails and battery_counters")
    let zstd = RecordingImportTests.failure(Self.snapshot + Self.packet(Self.bytes(133, [1, 2, 3])))
    #expect(zstd.contains("packed by zstd"))
  }

  @Test func lengthsGroupsAndNumbersThatLieAreRefused() {
    let tooLong = Self.snapshot + [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01]
    let elevenBytes = Self.snapshot + [0x08] + [UInt8](repeating: 0xFF, count: 11)
    let deep = Self.snapshot + [UInt8](repeating: 0x13, count: 100)
    let otherGroup = Self.snapshot + [0x13, 0x1C]
    let openGroup = Self.snapshot + [0x13]
    let fieldZero = Self.snapshot + [0x00, 0x00]
    for bytes in [tooLong, elevenBytes, deep, otherGroup, openGroup, fieldZero] {
      let failure = RecordingImportTests.failure(bytes)
      #expect(failure.hasPrefix("f: error: the trace is damaged or cut off at byte "), "\(failure)")
    }
    // Groups that close are passed over.
    let group: [UInt8] = [0x13, 0x08, 0x07, 0x1B, 0x1C, 0x14]
    #expect(RecordingImportTests.failure(group.isEmpty ? [] : Self.trace + group) == "accepted: Perfetto trace")
  }

  @Test func whatUnpacksWithoutEndIsRefused() {
    let bomb = Self.stored([UInt8](repeating: 0, count: 17_000_000))
    let failure = RecordingImportTests.failure(Self.snapshot + Self.packet(Self.bytes(50, bomb)))
    #expect(failure.hasPrefix("f: error: the trace is damaged or cut off at byte "), "\(failure)")
    // Packed packets in packed ones are not followed.
    let inner = Self.packet(Self.bytes(50, Self.stored(Self.railPackets.flatMap(\.self))))
    let nested = RecordingImportTests.failure(Self.snapshot + Self.packet(Self.bytes(50, Self.stored(inner))))
    #expect(nested.hasPrefix("f: error: none of its "), "\(nested)")
  }

  @Test func changedBytesNeverStopTheProgram() {
    let bytes = Self.packet(Self.bytes(50, Self.stored(Self.snapshot))) + Self.trace
    for seed in 0..<3_000 {
      var broken = bytes
      broken[(seed * 7_919 + 1) % bytes.count] ^= UInt8(truncatingIfNeeded: seed &* 37 | 1)
      broken[(seed * 104_729 + 5) % bytes.count] = UInt8(truncatingIfNeeded: seed &* 11)
      let failure = RecordingImportTests.failure(broken)
      #expect(failure.hasPrefix("f:") || failure.hasPrefix("accepted"), "\(seed): \(failure)")
    }
  }
}
