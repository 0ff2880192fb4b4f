extension Glossary {
  /// What apps ask of the system, in the words of both platforms, and the key or strategy that stands for it.
  static let services = [
    Entry(
      "desired accuracy",
      [
        "desiredAccuracy", "kCLLocationAccuracyBest", "kCLLocationAccuracyBestForNavigation",
        "kCLLocationAccuracyNearestTenMeters", "kCLLocationAccuracyHundredMeters", "kCLLocationAccuracyKilometer",
        "kCLLocationAccuracyThreeKilometers",
      ],
      "iOS: which sources the system uses. 'best' and 'nearest_ten_meters' use satellites, 'hundred_meters' Wi-Fi, the coarser ones "
        + "mostly cells. In strategy files: desired_accuracy."),
    Entry(
      "priority",
      [
        "PRIORITY_HIGH_ACCURACY", "PRIORITY_BALANCED_POWER_ACCURACY", "PRIORITY_LOW_POWER", "PRIORITY_PASSIVE",
        "setPriority", "fused", "fused location provider", "FusedLocationProviderClient", "LocationRequest",
      ],
      "Android: which sources a request to the fused provider uses. 'high_accuracy' uses satellites, 'balanced' Wi-Fi and cells, "
        + "'low_power' cells, 'passive' what other apps cause. In strategy files: kind: fused, with priority and interval."
    ),
    Entry(
      "interval and filter",
      [
        "interval", "minUpdateIntervalMillis", "setMinUpdateIntervalMillis", "minUpdateDistanceMeters",
        "setMinUpdateDistanceMeters", "distanceFilter", "smallestDisplacement", "maxUpdateDelayMillis",
        "setMaxUpdateDelayMillis", "batching",
      ],
      "How often positions come. Android: interval, min_interval, min_distance and max_delay (delivery in batches). iOS: "
        + "distance_filter. Values have a unit, such as 'interval: 5 s'."),
    Entry(
      "region monitoring", ["geofence", "geofencing", "GeofencingClient", "region", "CLCircularRegion", "fence"],
      "The system reports that the user enters or leaves a circle, also to an app that does not run. iOS takes 20 circles, Android "
        + "100. Strategies 'regions' and 'android-geofences'. Since Android 8 crossings are reported after about 2 min."
    ),
    Entry(
      "significant-change service",
      ["startMonitoringSignificantLocationChanges", "SLC", "significant location change"],
      "iOS: a position about each 500 m to 1 km, which also starts the app. Strategy 'significant-change'."),
    Entry(
      "visit monitoring", ["CLVisit", "startMonitoringVisits"],
      "iOS: the system reports arrivals and departures, minutes late. Strategy 'visits'."),
    Entry(
      "background location", ["allowsBackgroundLocationUpdates", "background location limits", "suspended"],
      "iOS suspends an app behind the screen unless allows_background is true. Android 8 and later give an app without a foreground "
        + "service positions only each 30 min."),
    Entry(
      "foreground service", ["foreground_service", "startForeground", "FOREGROUND_SERVICE_LOCATION"],
      "Android: a service with a notification, which lifts the limits behind the screen. Since 11 it needs location all the "
        + "time to begin there; since 12 it begins on the screen or during an event. In strategy files: foreground_service."
    ),
    Entry(
      "Doze", ["deep doze", "light doze", "idle mode", "battery optimization"],
      "Android 6 and later: a still, dark, unplugged phone gets positions, alarms and scans only in windows. Light Doze "
        + "(since 8) limits the network of apps without a foreground service on any dark, unplugged phone."),
    Entry(
      "standby bucket", ["App Standby", "app standby bucket", "restricted bucket"],
      "Android 9 and later: an app gets fewer alarms after 12, 24 and 48 h without use. The restricted bucket is not simulated."
    ),
    Entry(
      "freezer", ["cached apps freezer"],
      "Android 14 and later: an app runs no code after 10 s without a foreground service, until an alarm, job, message or the user."
    ),
    Entry(
      "WorkManager", ["schedule_work", "JobScheduler", "PeriodicWorkRequest", "work"],
      "Android: work each 15 min or more, which waits during Doze. In composite strategies: schedule_work; iOS has the strategy "
        + "'background-refresh' for the same job."),
    Entry(
      "alarm", ["AlarmManager", "setAndAllowWhileIdle", "set_alarm"],
      "Android: wakes the phone at a time, but waits during Doze. In composite strategies: set_alarm."),
    Entry(
      "activity recognition",
      ["ActivityRecognitionClient", "activity transition", "CMMotionActivityManager", "motion activity", "motion"],
      "Sensors report that the user rests, walks, cycles or drives, up to two minutes late. In composite strategies: start: "
        + "motion_activity. Strategies 'activity-gated' (Android) and 'motion-recorder' (iOS)."),
  ]
}
