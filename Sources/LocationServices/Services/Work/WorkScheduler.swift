import DeviceModel
import Core

/// Android's WorkManager: work that the system does each so often when its conditions hold, whether the app runs or not.
///
/// From: developer.android.com, "Define your WorkRequests", reference of `PeriodicWorkRequest`, and "Optimize for Doze": the first
/// run comes at once, the next not more often than each 15 min, inexact, with the charger or an unmetered network as
/// conditions; it waits while the phone dozes, be it lightly, and outlives the process. An app that was not used lately has a
/// ration of runs (`StandbyBucket.jobs`), not while the phone charges. How much later than due work is done is left to the
/// system: a median of 2 min, an estimate. In Battery Saver work waits for the charger or the screen (AOSP, forced standby of
/// all apps): here until it is off.
///
/// On iOS the same for the reloads of an app's widget: 40 to 70 a day for one that is often seen (WWDC 2021 session 10048). It may use
/// location for 15 min after being seen (the system's question to the user, quoted by iDownloadBlog, 2020), here after the screen
/// was on. The widget runs in the app's own process, and Low Power Mode delays it (estimates).
struct WorkScheduler: OwnedService {
  struct Work: Sendable, Hashable {
    var name: String
    /// Seconds, at least 900.
    var interval: Double
    var conditions: Set<DeviceCondition> = []
  }

  /// Work is to be done.
  struct Due: ServiceEvent { let name: String }

  enum Command: ServiceCommand {
    case schedule(Work)
    case cancel(String)
  }

  static let shortestInterval = 900.0
  private static let delays = LogNormalTime(median: .minutes(2), logDeviation: 0.8, range: .seconds(1) ... .hours(1))

  private struct Entry {
    let app: Int
    let number: Int
    var work: Work
    var isDue = false
  }

  /// What counts for an app's ration.
  private struct Client {
    var isInUse = false
    var lastUse = Instant.start
    var recent: [Instant] = []
  }

  private var clients: [Int: Client] = [:]
  private var entries: [Entry] = []
  private var count = 0
  private var conditions: Set<DeviceCondition> = []
  private var isDozing = false

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    guard case .schedule(var work) = command else {
      if case .cancel(let name) = command { remove(name, of: app, &effects) }
      return
    }
    work.interval = max(Self.shortestInterval, work.interval)
    // Unique work is kept when each process asks for it again.
    if entries.contains(where: { $0.app == app && $0.work == work }) { return }
    remove(work.name, of: app, &effects)
    count += 1
    entries.append(Entry(app: app, number: count, work: work, isDue: true))
    run(context, &effects)
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .timer(let timer) where timer.purpose == .work:
      guard let index = entries.firstIndex(where: { $0.number == timer.number }) else { return }
      entries[index].isDue = true
      run(context, &effects)
    case .condition(let condition, let isOn):
      if isOn { conditions.insert(condition) } else { conditions.remove(condition) }
      run(context, &effects)
    case .doze(let isOn):
      isDozing = isOn
      run(context, &effects)
    case .use(let app, let isOn):
      clients[app, default: Client()].isInUse = isOn
      clients[app]?.lastUse = context.now
      run(context, &effects)
    default: break
    }
  }

  private mutating func remove(_ name: String, of app: Int, _ effects: inout Effects) {
    entries.removeAll { entry in
      guard entry.app == app, entry.work.name == name else { return false }
      effects.append(.cancelTimer(ServiceTimer(purpose: .work, app: app, number: entry.number)))
      return true
    }
  }

  private func plan(_ entry: Entry, _ context: borrowing Context, _ effects: inout Effects) {
    let due = context.now + .seconds(entry.work.interval)
    let delay = Self.delays.time(
      score: context.outcomes.score("work-delay", ordinal: Int(due.seconds / 60), part: entry.app))
    effects.append(.setTimer(ServiceTimer(purpose: .work, app: entry.app, number: entry.number), at: due + delay))
  }

  private mutating func run(_ context: borrowing Context, _ effects: inout Effects) {
    guard !isDozing, !conditions.contains(.lowPower) || conditions.contains(.charging) else { return }
    for index in entries.indices where entries[index].isDue && entries[index].work.conditions.isSubset(of: conditions) {
      let entry = entries[index]
      if let later = wait(entry.app, context) {
        effects.append(.setTimer(ServiceTimer(purpose: .work, app: entry.app, number: entry.number), at: later))
        continue
      }
      entries[index].isDue = false
      effects.append(.tell(app: entry.app, Due(name: entry.work.name), .everywhere(.work)))
      plan(entry, context, &effects)
    }
  }

  /// When a run that is due may come by the app's ration; `nil` for at once. A run that may counts.
  private mutating func wait(_ app: Int, _ context: borrowing Context) -> Instant? {
    var client = clients[app] ?? Client()
    guard context.platform.hasStandbyBuckets, !client.isInUse, !conditions.contains(.charging) else { return nil }
    defer { clients[app] = client }
    return StandbyBucket(sinceUse: context.now - client.lastUse).jobs(on: context.platform)?
      .wait(after: &client.recent, at: context.now)
  }
}

extension ServiceTimer.Purpose {
  fileprivate static let work = Self("work")
}
