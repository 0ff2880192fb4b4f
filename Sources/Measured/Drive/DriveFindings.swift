import Reports

/// What a part of a drive's fit shows, and what it could not tell.
struct DriveFindings {
  /// Something a drive does not tell.
  struct NotInformed {
    let what: String
    let why: String
    /// What the files have instead.
    let kept: String
  }

  var sections: [FitSection] = []
  /// Of fits that have samples of their own; the others use the seconds of the drives.
  var rows: [ReportTable] = []
  private(set) var notInformed: [NotInformed] = []

  /// - Parameter kept: what the files have instead.
  mutating func miss(_ what: String, _ why: String, _ kept: String) {
    notInformed.append(NotInformed(what: what, why: why, kept: kept))
  }

  mutating func add(_ other: DriveFindings) {
    sections += other.sections
    rows += other.rows
    notInformed += other.notInformed
  }
}

extension FitSection {
  mutating func note(_ name: String, _ text: String) { figures.append(Figures(name: name, text: text)) }
}
