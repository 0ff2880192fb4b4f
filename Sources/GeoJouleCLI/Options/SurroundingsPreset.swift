import ArgumentParser
import World

/// Surroundings by one word, for tracks that say nothing about them.
enum SurroundingsPreset: String, CaseIterable, ExpressibleByArgument {
  case openSky = "open-sky"
  case suburban, urban, canyon, indoor, underground

  /// Access points and towers as they usually are under such a sky.
  var surroundings: Surroundings {
    switch self {
    case .openSky: Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    case .suburban: Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    case .urban: Surroundings(sky: .urban, accessPoints: .many, cells: .urban)
    case .canyon: Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    case .indoor: Surroundings(sky: .indoor, accessPoints: .many, cells: .urban)
    case .underground: Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    }
  }
}
