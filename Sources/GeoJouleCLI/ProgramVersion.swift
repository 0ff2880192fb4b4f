import CProgram
import GeoJoule

/// The version, and the commit where it is known: what `--version` prints, and the build that results name. Baselines, which
/// are kept among sources, name the version alone.
enum ProgramVersion {
  static var text: String { text(version: GeoJouleVersion.text, commit: String(cString: geojoule_commit())) }

  static func text(version: String, commit: String) -> String {
    commit.isEmpty ? version : "\(version) (\(commit))"
  }
}
