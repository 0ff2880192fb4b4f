import LocationServices

/// What the user might allow: one row each of a comparison under several authorizations.
package enum AuthorizationChoice: String, CaseIterable, Sendable {
  case always
  case provisional
  case whenInUse = "when_in_use"
  case allowOnce = "allow_once"
  case appClip = "app_clip"
  /// Always, but the area only.
  case reduced
  case notDetermined = "not_determined"
  case denied
  case restricted

  var authorization: Authorization {
    switch self {
    case .always, .reduced: .always
    case .provisional: .provisionalAlways
    case .whenInUse: .whenInUse
    case .allowOnce: .allowOnce
    case .appClip: .appClip
    case .notDetermined: .notDetermined
    case .denied: .denied
    case .restricted: .restricted
    }
  }

  /// What the system must have for this to be possible.
  var requires: SystemService? { self == .reduced ? .reducedAccuracy : authorization.requires }

  /// The word as people write it.
  package var title: String { rawValue.split(separator: "_").joined(separator: " ") }
}

extension StrategySpecification {
  package var needs: LocationNeeds {
    if let composite {
      // On iOS motion activity starts nobody, and has a permission of its own.
      let services = composite.services(onAndroid: platform.isAndroid)
      if platform.isAndroid, !services.contains(.geofences), !composite.usesPendingIntent, composite.staysInService {
        return .whenInUse
      }
      if composite.usesPendingIntent { return .always }
      return LocationNeeds(for: services.filter { platform.isAndroid || $0 != .activityRecognition })
    }
    return StrategyRegistry.kind(named: kind)?.needs ?? .none
  }

  /// The same strategy with a user who decides so; its name says it.
  ///
  /// A system version that does not know the choice leaves the strategy as it is, and the note says so.
  package func under(_ choice: AuthorizationChoice) -> StrategySpecification {
    var changed = self
    changed.name = "\(name) (\(choice.title))"
    let missing = choice.requires.flatMap { platform.offers($0) ? nil : $0 }
    changed.decided = Decided(strategy: name, choice: choice, isOffered: missing == nil)
    if let service = missing {
      let text =
        "\(platform.name) has no \(service.title) (\(service.lifetime(on: platform.system))): run with \(authorization.title)"
      changed.note = note.map { "\(text); \($0)" } ?? text
      return changed
    }
    changed.authorization = choice.authorization
    changed.accuracy = choice == .reduced ? .reduced : .full
    return changed
  }

  /// What the user's decision does to it, for the strategy's row; `nil` when it has all it needs.
  package var authorizationNote: String? {
    guard let needed = needs.authorization else { return nil }
    if platform.isAndroid { return androidAuthorizationNote(needs: needed) }
    var notes: [String] = []
    switch authorization {
    case .denied: notes.append("denied: nothing runs, and the app is notified")
    case .restricted: notes.append("restricted: nothing runs, and the user cannot change it")
    case .notDetermined: notes.append("not determined: nothing runs until the user has answered the app's question")
    case .whenInUse, .allowOnce, .appClip:
      if needed == .always {
        notes.append(
          platform.version < SystemVersion(13)
            ? "needs always: does not start with \(authorization.title)"
            : "needs always: with \(authorization.title) notified only while the app is in use")
      }
      if authorization == .allowOnce { notes.append("allowed once: asks again after each use") }
      if authorization == .appClip { notes.append("App Clip: allowed until 4 o'clock in the morning") }
    case .provisionalAlways:
      if needed == .always {
        notes.append("provisional: the first event in the background waits for the user to confirm always")
      }
    case .always: break
    }
    let isSilent = notes.contains { $0.contains("nothing runs") }
    if accuracy == .reduced, platform.offers(.reducedAccuracy), !isSilent {
      notes.append(
        needs.fullAccuracy
          ? "reduced accuracy: regions and beacons are silent"
          : "reduced accuracy: areas of kilometres, computed at most four times an hour")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// The same in Android's words: geofences need location all the time and the precise place, and are silent without.
  private func androidAuthorizationNote(needs needed: AuthorizationRequest) -> String? {
    var notes: [String] = []
    switch authorization {
    case .denied where services.contains(.wifiScans): return "denied: scans are refused, the app goes on asking"
    case .denied: return "denied: nothing runs, and the app is notified"
    case .restricted: return "restricted: nothing runs, and the user cannot change it"
    case .notDetermined: return "not asked yet: nothing runs until the user has answered the app's question"
    case .whenInUse, .allowOnce, .appClip:
      if needed == .always {
        let allowed = authorization == .allowOnce ? "only this time" : "only while using the app"
        let effect =
          services.contains(.geofences)
          ? "geofences are silent" : "positions come only on the screen and with a service begun there"
        notes.append("needs location all the time: with '\(allowed)' \(effect)")
      }
      if endsBehindTheScreen {
        notes.append("only while using the app: nothing comes behind the screen without a service")
      }
      if authorization == .allowOnce { notes.append("only this time: asks again after each use") }
    case .provisionalAlways, .always: break
    }
    if accuracy == .reduced, platform.offers(.reducedAccuracy) {
      notes.append("approximate location: \(approximateLocationNote)")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  /// Whether it wants positions, and has a foreground service that could go on with them and is switched off.
  private var endsBehindTheScreen: Bool {
    guard case .flag(false) = parameters["foreground_service"] else { return false }
    return !services.isDisjoint(with: [.fusedLocation, .wifiScans])
  }

  private var approximateLocationNote: String {
    if services.contains(.wifiScans) { return "scans are refused" }
    return needs.fullAccuracy ? "geofences are silent" : "the middle of a square of 2 km, every 10 min at most"
  }
}

extension Authorization {
  /// The word as people write it.
  var title: String { rawValue.split(separator: "_").joined(separator: " ") }
}
