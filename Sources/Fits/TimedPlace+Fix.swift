package import Estimation
package import FileFormats
import World

extension TimedPlace {
  /// Where and when a phone reported itself.
  package init(_ fix: MeasuredFix) {
    let vector = fix.position.earthVector()
    self.init(time: fix.unixSeconds, place: SIMD3(vector.x, vector.y, vector.z))
  }
}
