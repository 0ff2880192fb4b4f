import Dispatch
import GeoJouleCLI

/// `geojoule`.
@main
enum Program {
  /// Not asynchronous: what runs tasks opens files of its own, and must not take the place of a standard file that is closed.
  static func main() {
    EntryPoint.prepare()
    Task { await EntryPoint.main() }
    dispatchMain()
  }
}
