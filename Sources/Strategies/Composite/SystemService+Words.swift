import DeviceModel
package import LocationServices

extension SystemService {
  /// What a composite strategy writes on a system that never had the service, quoted as in files; `nil` where there is nothing
  /// like it.
  func words(on system: PhoneSystem) -> String? { system == .ios ? wordsOnIOS : wordsOnAndroid }

  private var wordsOnIOS: String? {
    switch self {
    case .fusedLocation: "'configure' and 'start: standard'"
    case .foregroundServices: "'configure: {allows_background: true}'"
    case .significantMotion: "'start: motion_activity' and 'when: motion'"
    case .alarms: "'set_timer' and 'when: timer'"
    case .wakeLocks: "'begin_task'"
    case .workManager: "'request_refresh' and 'when: background_refresh'"
    case .highPriorityMessages: "'expect_pushes' without 'priority'"
    default: nil
    }
  }

  private var wordsOnAndroid: String? {
    switch self {
    case .standardUpdates, .liveUpdates: "'request'"
    case .requestLocation: "'request' with 'max_updates: 1'"
    case .deferredUpdates: "'request' with 'max_delay'"
    case .significantChange: "'request' with 'priority: low_power'"
    case .visits, .automaticPausing: "'start: motion_activity' and 'when: motion'"
    case .conditionMonitor: "'fence'"
    case .backgroundActivitySession, .backgroundTasks: "'begin_foreground_service'"
    case .locationPushes: "'expect_pushes' with 'priority: high'"
    case .backgroundAppRefresh: "'schedule_work' and 'when: work'"
    default: nil
    }
  }
}

extension LocationError {
  /// The name used in strategy files.
  package var fileName: String { caseName(self) }

  package static func named(_ name: String) -> LocationError? { allCases.first { $0.fileName == name } }
}
