import DeviceModel
import World

extension SkyTable {
  /// The entry for a view of the sky; `nil` underground, where there is no signal.
  @inline(__always)
  func entry(_ sky: SkyView) -> Entry? {
    switch sky {
    case .openSky: openSky
    case .suburban: suburban
    case .urban: urban
    case .canyon: canyon
    case .indoor: indoor
    case .underground: nil
    }
  }
}
