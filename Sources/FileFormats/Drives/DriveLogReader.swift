import Core

/// Reads a log of a drive in any format of positions, told from the content.
package struct DriveLogReader: Sendable {
  /// For tables; may hold a date format (`time=Stamp:dd.MM.yyyy HH:mm:ss`), a zone (`zone=+01:00`) and units.
  package var mapping: ColumnMapping
  package var policy: RowPolicy

  package init(mapping: ColumnMapping = .automatic, policy: RowPolicy = RowPolicy()) {
    self.mapping = mapping
    self.policy = policy
  }

  package func read(path: String) throws(InputError) -> DriveLog {
    try read(bytes: try TextFile.bytes(path), file: path)
  }

  package func read(bytes: [UInt8], file: String) throws(InputError) -> DriveLog {
    let format = FixFormat.detect(bytes)
    switch format {
    case .csv: return try DriveTableReader(mapping: mapping, policy: policy).read(bytes: bytes, file: file)
    case .gpx, .kml, .tcx, .fit, .json, .igc, .plt: return log(try fixes(bytes, file), [], searches: [])
    case .nmea:
      let recording = try fixes(bytes, file)
      let first = recording.fixes[0].unixSeconds
      let satellites = SatelliteReader.nmea(bytes, day: (first / 86_400).rounded(.down) * 86_400)
      return log(recording, satellites.epochs, searches: search(satellites, first))
    case .gnssLogger:
      let satellites = SatelliteReader.gnssLogger(bytes)
      let recording: FixRecording
      do throws(InputError) {
        recording = try fixes(bytes, file)
      } catch {
        // A log of raw measurements alone still shows how much of the sky was seen.
        guard !satellites.epochs.isEmpty, error.line == nil else { throw error }
        return DriveLog(
          file: file, digest: SHA256.hexadecimal(of: bytes), format: format.rawValue,
          samples: satellites.epochs.map(Self.sample), notes: ["the log has no Fix rows: no positions"], knowsZone: true
        )
      }
      return log(recording, satellites.epochs, searches: search(satellites, recording.fixes[0].unixSeconds))
    }
  }

  private func fixes(_ bytes: [UInt8], _ file: String) throws(InputError) -> FixRecording {
    try FixReader(policy: policy).read(bytes: bytes, file: file)
  }

  /// Only a log that begins before its first fix shows a search; one second is what any log has.
  private func search(_ satellites: SatelliteReader, _ first: Double) -> [Double] {
    guard let start = satellites.start, first - start > 1.5, first - start < 900 else { return [] }
    return [first - start]
  }

  private static func sample(_ epoch: SatelliteReader.Epoch) -> DriveSample {
    var sample = DriveSample(time: epoch.time, line: 1)
    sample.carrierToNoise = epoch.carrierToNoise
    sample.satellites = epoch.count
    return sample
  }

  private func log(
    _ recording: FixRecording, _ epochs: [SatelliteReader.Epoch], searches: [Double]
  ) -> DriveLog {
    var bySecond: [Double: SatelliteReader.Epoch] = [:]
    for epoch in epochs { bySecond[epoch.time] = epoch }
    let samples = recording.fixes.map { fix in
      var sample = DriveSample(time: fix.unixSeconds, line: fix.line)
      sample.position = fix.position
      sample.speed = fix.speed
      sample.accuracy = fix.accuracy
      let second = fix.unixSeconds.rounded()
      if let epoch = bySecond[second] ?? bySecond[second - 1] ?? bySecond[second + 1] {
        sample.carrierToNoise = epoch.carrierToNoise
        sample.satellites = epoch.count
      }
      return sample
    }
    return DriveLog(
      file: recording.file, digest: recording.digest, format: recording.format.rawValue, samples: samples,
      skipped: recording.skipped,
      notes: recording.notes, knowsZone: true, searches: searches)
  }
}
