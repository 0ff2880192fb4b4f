import DeviceModel
import Core

/// Reads the power of a Perfetto trace: counters of energy by rail (`android.power`) and of the battery.
///
/// Facts of the format are those of google/perfetto, `protos/perfetto/trace`: a trace is packets (field 1). In a packet the time is
/// field 8 (ns) on the clock of field 58, else of field 59 (defaults of the sequence, field 10), boot time without; 6 are clock snapshots, 38 the battery, 40 the rails, 50 packets that
/// zlib packed, 133 by zstd. A rail's energy is in microwatt-seconds since the start of the phone, at a boot time in ms. The battery's
/// charge is in uAh, its level in percent, its current in uA, its voltage in uV.
enum PerfettoReader {
  /// Packed packets are smaller than 512 kB by Perfetto's own rule.
  private static let packLimit = 16_000_000
  /// Readings of rails and battery: a week of 30 rails, twice a minute, are 0.6 million.
  private static let readingLimit = 4_000_000
  /// Pixels have some thirty rails.
  private static let railLimit = 256
  /// No rail of a phone draws as much (W).
  private static let mostPower = 50.0

  /// Packets, and bytes that no text has.
  static func isTrace(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == 0x0A, bytes.prefix(4_096).contains(where: { $0 < 9 }) else { return false }
    var trace = ProtobufReader(bytes, bytes.indices)
    guard let first = try? trace.next(), let range = first.value.bytes else { return false }
    var packet = ProtobufReader(bytes, range)
    do {
      while try packet.next() != nil {}
      return true
    } catch { return false }
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    var work = Work()
    do throws(ProtobufReader.Fault) { try work.packets(bytes, isPacked: false) } catch {
      if work.readings > readingLimit {
        throw InputError(
          file: file, message: "the trace has more than \(readingLimit / 1_000_000) million readings of power",
          remedy: "record for a shorter time, or with a longer battery_poll_ms")
      }
      throw InputError(
        file: file, message: "the trace is damaged or cut off at byte \(error.offset)",
        remedy: "copy it again from the phone, after the recording has ended")
    }
    return try work.recording(ImportedRecording(bytes, file: file, format: "Perfetto trace", system: .android))
  }

  private struct Key: Hashable {
    /// Traces of several sessions number their rails alike.
    let session: UInt64
    let index: UInt64
  }

  private struct Battery {
    var time: UInt64 = 0
    var clock: UInt64 = 6
    /// uAh
    var charge: Int64?
    /// %
    var level: Double?
    /// uA
    var current: Int64?
    /// uV
    var voltage: Int64?
  }

  private struct Work {
    var names: [Key: (name: String, part: String)] = [:]
    /// Boot time in ns and energy in uWs.
    var energies: [Key: [(time: UInt64, energy: UInt64)]] = [:]
    var battery: [Battery] = []
    var batteries: Set<String> = []
    /// Nanoseconds by clock, of the first snapshot with a clock time.
    var clocks: [UInt64: UInt64] = [:]
    /// A writer's own clocks (64 and more, by sequence): the last snapshot in their units, the boot time of that in ns, ns a unit.
    var own: [Key: (units: UInt64, boot: UInt64, unit: UInt64, isIncremental: Bool)] = [:]
    /// The clock of packets that name none, by sequence.
    var defaults: [UInt64: UInt64] = [:]
    var unplaced = 0
    var unpacked = 0
    var readings = 0
    var (packets, unreadable) = (0, 0)

    // MARK: Packets

    mutating func packets(_ bytes: [UInt8], isPacked: Bool) throws(ProtobufReader.Fault) {
      var trace = ProtobufReader(bytes, bytes.indices)
      while let (field, value) = try trace.next() {
        guard field == 1, let range = value.bytes else { continue }
        packets += 1
        try packet(ProtobufMessage(bytes, range), isPacked: isPacked)
      }
    }

    private mutating func packet(_ packet: ProtobufMessage, isPacked: Bool) throws(ProtobufReader.Fault) {
      // Packed packets hold no packed ones.
      if !isPacked { for range in packet.all(50) { try unpack(packet.bytes[range]) } }
      unreadable += packet.all(133).count
      let sequence = packet[10]?.number ?? 0
      if let usual = try packet.messages(59).last { defaults[sequence] = packet[58]?.number ?? usual[58]?.number }
      for snapshot in try packet.messages(6) { try self.snapshot(snapshot, sequence) }
      let (rails, battery) = (try packet.messages(40), try packet.messages(38).last)
      guard battery != nil || !rails.isEmpty else { return }
      let clock = packet[58]?.number ?? defaults[sequence] ?? 6
      guard let time = place(packet[8]?.number ?? 0, on: clock, sequence) else {
        unplaced += 1
        for message in rails { try self.rails(message, nil) }
        return
      }
      let isBoot = clock == 6 || clock >= 64
      for message in rails { try self.rails(message, isBoot ? time : nil) }
      if let battery { try self.battery(battery, time, isBoot ? 6 : clock) }
    }

    /// The boot time of a time on a clock of a writer's own; times on other clocks stay. `nil` where no snapshot places the clock.
    private mutating func place(_ time: UInt64, on clock: UInt64, _ sequence: UInt64) -> UInt64? {
      guard clock >= 64 else { return time }
      let key = Key(session: sequence, index: clock)
      guard let found = own[key] else { return nil }
      let units = found.isIncremental ? found.units &+ time : time
      let boot = found.boot &+ (units &- found.units) &* found.unit
      if found.isIncremental { own[key] = (units, boot, found.unit, true) }
      return boot
    }

    private mutating func unpack(_ packed: ArraySlice<UInt8>) throws(ProtobufReader.Fault) {
      // A place in the unpacked bytes is none of the file.
      let fault = ProtobufReader.Fault(offset: packed.startIndex)
      let limit = min(packLimit, TextFile.sizeLimit - unpacked)
      guard let inner = Unpacking.bytes(packed, .zlib, limit: limit) else { throw fault }
      unpacked += inner.count
      do { try packets(inner, isPacked: true) } catch { throw fault }
    }

    private mutating func snapshot(_ message: ProtobufMessage, _ sequence: UInt64) throws(ProtobufReader.Fault) {
      var found: [UInt64: UInt64] = [:]
      let all = try message.messages(1)
      for clock in all { found[clock[1]?.number ?? 0] = clock[2]?.number ?? 0 }
      // Of 64 on, clocks are a writer's own.
      for clock in all {
        guard let boot = found[6], let number = clock[1]?.number, number >= 64 else { continue }
        own[Key(session: sequence, index: number)] = (
          clock[2]?.number ?? 0, boot, max(1, clock[4]?.number ?? 1), clock[3]?.number == 1
        )
      }
      if clocks.isEmpty, found[1] != nil, found[6] != nil { clocks = found }
    }

    /// - Parameter packet: its boot time in ns, for readings without a time of their own.
    private mutating func rails(_ message: ProtobufMessage, _ packet: UInt64?) throws(ProtobufReader.Fault) {
      let session = message[3]?.number ?? 0
      for descriptor in try message.messages(1) where names.count < railLimit {
        names[Key(session: session, index: descriptor[1]?.number ?? 0)] = (descriptor.text(2), descriptor.text(3))
      }
      for reading in try message.messages(2) {
        let key = Key(session: session, index: reading[1]?.number ?? 0)
        let own = reading[2]?.number.flatMap { time -> UInt64? in
          let (nanoseconds, overflow) = time.multipliedReportingOverflow(by: 1_000_000)
          return time == 0 || overflow ? nil : nanoseconds
        }
        guard let time = own ?? packet, let energy = reading[3]?.number,
          energies[key] != nil || energies.count < railLimit
        else { continue }
        energies[key, default: []].append((time, energy))
        try count(reading)
      }
    }

    private mutating func battery(
      _ message: ProtobufMessage, _ time: UInt64, _ clock: UInt64
    ) throws(ProtobufReader.Fault) {
      var reading = Battery(time: time, clock: clock)
      reading.charge = message[1]?.signed
      reading.level = message[2]?.float.flatMap { $0.isFinite ? Double($0) : nil }
      // Now, else the mean.
      reading.current = (message[3] ?? message[4])?.signed
      if batteries.count < 8, message[5] != nil { batteries.insert(message.text(5)) }
      reading.voltage = message[7]?.signed
      guard reading.level != nil || reading.current != nil || reading.charge != nil else { return }
      battery.append(reading)
      try count(message)
    }

    private mutating func count(_ message: ProtobufMessage) throws(ProtobufReader.Fault) {
      readings += 1
      if readings > readingLimit { throw ProtobufReader.Fault(offset: message.start) }
    }

    // MARK: The recording

    mutating func recording(_ empty: ImportedRecording) throws(InputError) -> ImportedRecording {
      var recording = empty
      guard !battery.isEmpty || energies.contains(where: { $0.value.count > 1 }) else {
        throw InputError(
          file: empty.file,
          message: unreadable > 0
            ? "its packets are packed by zstd, which is not read"
            : "none of its \(packets) packets has the power of a rail or the battery twice",
          remedy: unreadable > 0
            ? "record with the compression off, or as deflate"
            : "record with the data source android.power, with collect_power_rails and battery_counters")
      }
      if unreadable > 0 { recording.notes.append("\(unreadable) packets are packed by zstd and were not read") }
      if unplaced > 0 { recording.notes.append("\(unplaced) packets on a clock that no snapshot places left out") }
      if clocks.isEmpty {
        recording.notes.append("no snapshot says the clock time; times count from the phone's start")
      }
      addRails(to: &recording)
      try addBattery(to: &recording)
      if let whole = recording.meanPower, whole > 0, let sum = recording.railPower {
        recording.facts.append(
          .init(name: "share of the battery's power that has a rail", value: 100 * sum / whole, unit: "%"))
        if sum > 1.2 * whole {
          recording.notes.append("the rails add up to more than the battery gives: some feed others, and count twice")
        }
      } else if !recording.rails.isEmpty {
        recording.notes.append("rails are a part of the phone: what has none is missing in their sum")
      }
      return recording
    }

    /// Seconds since 1970, or since the start where no snapshot says the clock time.
    private func seconds(_ time: UInt64, clock: UInt64 = 6) -> Double? {
      if clock == 1 || clocks.isEmpty { return Double(time) / 1e9 }
      guard let own = clocks[clock], let real = clocks[1] else { return nil }
      return (Double(real) - Double(own) + Double(time)) / 1e9
    }

    private func addRails(to recording: inout ImportedRecording) {
      var (resets, excess) = (0, 0)
      for (key, readings) in energies.sorted(by: { ($0.key.session, $0.key.index) < ($1.key.session, $1.key.index) }) {
        var spans: [ImportedRecording.PowerSpan] = []
        let sorted = readings.sorted { ($0.time, $0.energy) < ($1.time, $1.energy) }
        for (a, b) in zip(sorted, sorted.dropFirst()) where b.time > a.time {
          guard let start = seconds(a.time), let end = seconds(b.time), TimeText.years.contains(start),
            TimeText.years.contains(end),
            end > start
          else { continue }
          // The counter is reset with its chip.
          guard b.energy >= a.energy else {
            resets += 1
            continue
          }
          // Microwatt-seconds by nanoseconds are kilowatts.
          let watts = Double(b.energy - a.energy) / Double(b.time - a.time) * 1_000
          guard watts <= mostPower else {
            excess += 1
            continue
          }
          spans.append(.init(start: start, end: end, watts: watts))
        }
        guard !spans.isEmpty else { continue }
        let name = names[key]
        let named = name?.name ?? ""
        recording.rails.append(
          .init(name: named.isEmpty ? "rail_\(key.index)" : named, part: name?.part ?? "", spans: spans))
      }
      if resets > 0 { recording.notes.append("\(resets) steps over which a rail's counter was reset left out") }
      if excess > 0 {
        recording.notes.append(
          "\(excess) steps of a rail with more than \(Int(mostPower)) W left out: its energy is not in microwatt-seconds"
        )
      }
    }

    /// As the table of a phone's own gauge, which is read the same way.
    private mutating func addBattery(to recording: inout ImportedRecording) throws(InputError) {
      guard battery.count > 1 else { return }
      var unknown = 0
      var rows: [(time: Double, reading: Battery)] = []
      for reading in battery {
        guard let time = seconds(reading.time, clock: reading.clock), TimeText.years.contains(time) else {
          unknown += 1
          continue
        }
        rows.append((time, reading))
      }
      if unknown > 0 { recording.notes.append("\(unknown) readings of the battery on a clock of their own left out") }
      guard rows.count > 1 else { return }
      rows.sort { $0.time < $1.time }
      var hasPower = rows.contains { row in
        row.reading.current != nil && row.reading.voltage.map { (2_000_000...20_000_000).contains($0) } == true
      }
      if !hasPower, rows.contains(where: { $0.reading.current != nil }) {
        recording.notes.append(
          "the trace has no voltage of the battery: its current is no power; newer systems write it")
      }
      if batteries.count > 1 {
        recording.notes.append("the phone has \(batteries.count) batteries: their currents are not added up")
        hasPower = false
      }
      let drawing = Self.drawing(rows.map(\.reading))
      let table = rows.enumerated().map { index, row -> PowerTableImport.Row in
        var line = PowerTableImport.Row(time: row.time, line: index + 2)
        line.level = row.reading.level.flatMap { (0...100).contains($0) ? $0 : nil }
        guard hasPower else { return line }
        line.current = row.reading.current.map { Double($0) / 1e6 }
        line.voltage = row.reading.voltage.flatMap { PowerTableImport.volts(Double($0) / 1e6) }
        line.isCharging = drawing.flatMap { sign in row.reading.current.map { ($0 < 0) != (sign < 0) && $0 != 0 } }
        return line
      }
      try PowerTableImport.add(table, hasCharger: hasPower, to: &recording)
    }

    /// The sign of a current that takes from the battery, by what the charge does meanwhile, else the level; `nil` where neither moves.
    private static func drawing(_ readings: [Battery]) -> Double? {
      var (charge, level) = (0.0, 0.0)
      for (a, b) in zip(readings, readings.dropFirst()) {
        guard let current = a.current.map(Double.init) else { continue }
        if let from = a.charge, let to = b.charge { charge += current * (Double(to) - Double(from)) }
        if let from = a.level, let to = b.level { level += current * (to - from) }
      }
      let sum = charge != 0 ? charge : level
      return sum == 0 || !sum.isFinite ? nil : (sum < 0 ? 1 : -1)
    }
  }
}
