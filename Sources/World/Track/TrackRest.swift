/// A stretch of a track in which the phone did not move.
struct TrackRest: Equatable {
  /// Indices of the points.
  var points: ClosedRange<Int>
  /// Where it rested: the mean of the points.
  var place: EarthVector
}
