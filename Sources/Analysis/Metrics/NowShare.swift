import Core
import Simulation
import World

/// Which positions count as right: near the user now, or near when taken and fresh.
public struct NowShare: Sendable, Hashable {
  /// The largest distance from the user that counts.
  package var metres: Double
  /// In seconds. With it, a position counts that was within `metres` when it was taken and is no older.
  package var longestAge: Double?
  /// Over the whole day, and not the moving time alone.
  package var isAllDay: Bool
  /// The newest position that the app's server has, which is what other people see.
  package var isAtServer: Bool

  /// A share of the moving time, of the position that the app holds.
  package init(metres: Double, longestAge: Double? = nil, isAllDay: Bool = false, isAtServer: Bool = false) {
    (self.metres, self.longestAge, self.isAllDay, self.isAtServer) = (metres, longestAge, isAllDay, isAtServer)
  }
}

/// Counts the instants at which a position was right when taken and is fresh.
struct FreshShare {
  let share: NowShare
  private(set) var count = 0
  private(set) var movingCount = 0
  private var past: JourneyCursor
  private var known: DeliveredFix?
  private var wasRight = false

  init(_ share: NowShare, _ truth: Journey) {
    self.share = share
    past = JourneyCursor(truth)
  }

  mutating func look(at now: Instant, _ held: DeliveredFix?, server: DeliveredFix?, isMoving: Bool) {
    guard let fix = share.isAtServer ? server : held, let age = share.longestAge else { return }
    if fix != known {
      known = fix
      let error = past.position(at: fix.timestamp).squaredDistance(to: fix.position)
      wasRight = error <= share.metres * share.metres
    }
    guard wasRight, (now - fix.timestamp).seconds <= age else { return }
    count += 1
    if isMoving { movingCount += 1 }
  }
}
