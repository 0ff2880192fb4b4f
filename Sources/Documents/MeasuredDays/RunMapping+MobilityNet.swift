package import FileFormats

extension RunMapping {
  /// A configuration of the MobilityNet phones: an accuracy, a filter, always on or on trips only.
  private struct Setting {
    let name: String
    let accuracy: String
    let priority: String
    /// Metres on iOS, seconds on Android.
    let filter: Int
    let onTripsOnly: Bool

    /// Storing a position takes the diary 0.12 s on Android; on trips it also reads the positions of the last five minutes at each
    /// delivery, 300 of them in 0.7 s (fitted to measured days, reports/validation/fits.md).
    private var handlingTime: String {
      if !onTripsOnly { return "0.12" }
      return filter == 1 ? "0.8" : "0.14"
    }

    var androidLine: String {
      let what = "priority \(priority), each \(filter) s, \(onTripsOnly ? "on trips only" : "always on")"
      return
        "  \(name): {strategy: {summary: \"\(what)\", kind: \(onTripsOnly ? "android_trip_tracking" : "fused"), use: record, "
        + "system: android-6, parameters: {priority: \(priority), interval: \(filter) s, handling_time: \(handlingTime) s}}}\n"
    }

    var line: String {
      let what = "accuracy \(accuracy), filter \(filter) m, \(onTripsOnly ? "on trips only" : "always on")"
      return
        "  \(name): {strategy: {summary: \"\(what)\", kind: \(onTripsOnly ? "trip_tracking" : "standard"), use: record, "
        + "system: ios-12, parameters: {desired_accuracy: \(accuracy), distance_filter: \(filter) m}}}\n"
    }
  }

  /// The configurations of the data's `experiment.json`: HA is best, TMBA ten metres, MA and HLPA a hundred; HF a filter
  /// of 1, MF of 30; DC duty-cycled, AO always on. Calibrations are named in words. The filter is in metres on iOS and the
  /// interval in seconds on Android.
  private static let settings: [Setting] = {
    var settings = [
      Setting(name: "ACCURACY_CONTROL", accuracy: "best", priority: "high_accuracy", filter: 1, onTripsOnly: false),
      Setting(
        name: "POWER_CONTROL", accuracy: "three_kilometers", priority: "passive", filter: 1200, onTripsOnly: false),
    ]
    let accuracies = [
      ("HA", "best_high_accuracy", "best", "high_accuracy"),
      ("TMBA", "10m_balanced_accuracy", "nearest_ten_meters", "balanced"),
      ("MA", "100m_balanced_accuracy", "hundred_meters", "balanced"),
      ("HLPA", "100m_lowpwr_accuracy", "hundred_meters", "low_power"),
    ]
    for (letters, _, accuracy, priority) in accuracies {
      for (frequency, filter) in [("HF", 1), ("MF", 30)] {
        for (cycle, onTripsOnly) in [("DC", true), ("AO", false)] {
          settings.append(
            Setting(
              name: letters + frequency + cycle, accuracy: accuracy, priority: priority, filter: filter,
              onTripsOnly: onTripsOnly))
        }
      }
    }
    for (_, words, accuracy, priority) in accuracies {
      for (frequency, filter) in [("high_frequency", 1), ("medium_freq", 30)] {
        for place in ["stationary", "moving"] {
          settings.append(
            Setting(
              name: "\(words)_\(frequency)_\(place)", accuracy: accuracy, priority: priority, filter: filter,
              onTripsOnly: false))
        }
      }
    }
    return settings
  }()

  /// The file that is used where none is given; `geojoule validate --print-mapping` prints it.
  ///
  /// The duty cycle is that of e-mission's iOS app (e-mission-data-collection, `TripDiaryStateMachine.m` and
  /// `TripDiaryActions.m`): a fence of 100 m, significant change and visits. An app that is always on runs standard updates
  /// without pause. On Android (6.0.1) it is a geofence of 100 m and five minutes in one place, and its code takes time. The phone whose tracking is
  /// practically off asks for what others cause, every 20 min: `PRIORITY_NO_POWER`, with the filter that iOS has in metres.
  package static let mobilityNetText = """
    # The configurations of the MobilityNet phones (K. Shankari and others), as in their experiment.json.
    ios:

    """ + settings.map(\.line).joined() + "android:\n" + settings.map(\.androidLine).joined() + """
      modes:
        subway: {sky: underground, access_points: some, cells: urban, coverage: weak, on_wifi: false}
      # A phone's drain over the mean of its kind, from the joint fits of reports/validation/fits.md.
      phones:
        ios-1: 1.061
        ios-2: 0.902
        ios-3: 1.131
        ios-4: 0.962
        android-1: 0.989
        android-2: 1.039
        android-3: 1.045
        android-4: 0.815
      # Practically-off phones lose as much from the first minute to the last on these days; on the others no more than
      # travelling explains.
      other_use: [unimodal_trip_car_bike_mtv_la]

      """

  /// The configurations of the MobilityNet data.
  ///
  /// - Throws: never for the text of this program; the tests read it.
  package static func mobilityNet(catalog: Catalog) throws(InputError) -> RunMapping {
    try RunMapping(text: mobilityNetText, file: "the mapping of MobilityNet", catalog: catalog)
  }
}
