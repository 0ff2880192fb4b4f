package import Quantities
package import World

/// How often the system scans for Wi-Fi positions. Observed behaviour of iOS, not a property of a device.
package enum ScanCadence {
  /// 100 m accuracy while moving: mean interval between fixes 7.7 s (sources B1, of more days than the shared ones, which
  /// have 6.9 s).
  package static let moving = TimeSpan.seconds(7.7)
  /// 100 m accuracy at rest: 29 deliveries an hour (sources B1).
  package static let still = TimeSpan.seconds(124)
  /// 1 km accuracy, and 3 km without a cell, while moving: an estimate; at the speed of a car a kilometre takes a minute,
  /// on foot a quarter of an hour.
  package static let coarse = TimeSpan.minutes(5)
  /// While GNSS delivers, Wi-Fi positions are not needed; looked at again after this time.
  package static let idleCheck = TimeSpan.seconds(30)
  /// After this long without a scan the list of channels in use is stale, and all are scanned (estimate).
  package static let fullScanAfter = TimeSpan.minutes(10)

  /// 100 m accuracy "usually doesn't need to turn on the GPS" (sources C2). On a freeway, where scans hear nothing for
  /// seconds at a time, measured phones did not (sources B1); on a trail, where no scan hears anything, something must.
  /// After this long without a Wi-Fi position a duty-cycled receiver stands in (estimate).
  package static let gnssStandsInAfter = TimeSpan.minutes(2)
  /// Time between fixes of a receiver that stands in: cyclic tracking reaches to 10 s (sources A1).
  package static let dutyCycle = TimeSpan.seconds(10)

  /// The longest rest of a receiver that hears no satellite (estimate).
  package static let longestSearchPause = TimeSpan.minutes(5)

  package static func regular(_ motion: MotionClass) -> TimeSpan { motion.isStill ? still : moving }
}
