import Core

/// Background app refresh: when the system grants the refresh that an app has requested.
///
/// From: Apple, "Using background tasks to update your app": not before the requested time, one request an app, none for
/// an app that the user has removed from the switcher; and "React to Low Power Mode on iPhones": paused in that mode. A
/// paused refresh is granted as soon as the mode ends (estimate).
struct BackgroundRefreshes: OwnedService {
  enum Command: ServiceCommand {
    /// Replaces the app's earlier request.
    case request(after: TimeSpan)
    /// The day's script grants one now.
    case grant
  }

  private var isLowPower = false
  /// Apps whose refresh waits for the end of Low Power Mode.
  private var paused: Set<Int> = []

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    guard case .request(let delay) = command else { return grant(app, &effects) }
    paused.remove(app)
    let due = context.now + delay
    effects.append(.setTimer(Self.timer(app), at: due + context.outcomes.refreshDelay(due: due)))
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .timer(let timer) where timer.purpose == .backgroundRefresh: grant(timer.app, &effects)
    case .condition(.lowPower, let isOn):
      isLowPower = isOn
      guard !isOn else { return }
      for app in paused.sorted() { effects.append(.refresh(app: app)) }
      paused.removeAll()
    case .processEnded(let app, true):
      paused.remove(app)
      effects.append(.cancelTimer(Self.timer(app)))
    default: break
    }
  }

  private mutating func grant(_ app: Int, _ effects: inout Effects) {
    if isLowPower { paused.insert(app) } else { effects.append(.refresh(app: app)) }
  }

  private static func timer(_ app: Int) -> ServiceTimer { ServiceTimer(purpose: .backgroundRefresh, app: app) }
}

extension ServiceTimer.Purpose {
  fileprivate static let backgroundRefresh = Self("refresh")
}
