import CProgram
import GeoJoule

/// What `--version` prints: the version, and the commit where it is known. Reports name the version alone, so that their
/// bytes do not change with every commit.
enum ProgramVersion {
  static var text: String { text(version: GeoJouleVersion.text, commit: String(cString: geojoule_commit())) }

  static func text(version: String, commit: String) -> String {
    commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
