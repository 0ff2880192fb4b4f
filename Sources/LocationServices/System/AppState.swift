import EventKernel
import Quantities

/// The system's side of one app: its process, its managers, and what waits for its code.
struct AppState {
  let definition: AppDefinition
  var process = ProcessState.notRunning
  var pendingLaunch: LaunchReason?
  /// The user removed the app from the switcher and has not opened it since.
  var wasForceQuit = false
  /// The refresh that the app has asked for.
  var refreshToken: SlotQueue<AppTimer>.Token?
  /// The user left again before the launch was done.
  var leftBeforeLaunch = false
  /// Processes of this app so far.
  var launches = 0
  var host: AppHost?
  var app: (any SimulatedApp)?
  var managers: [ManagerState] = []
  var significantChange = SignificantChangeService()
  /// A significant change that no manager of this process has asked for yet.
  var heldSignificantChange: Location?
  var mailbox: [Callback] = []
  /// Something in the mailbox is worth waking the processor for.
  var wantsProcessor = false
  /// Until when the app runs in the background without another reason.
  var runsUntil = Instant.start
  var backgroundTasks = 0
  var backgroundTaskExpiry = Instant.start
  var timerTokens: [Int: SlotQueue<AppTimer>.Token] = [:]

  init(_ definition: AppDefinition) { self.definition = definition }

  /// Whether a session or a task keeps a background process from being suspended.
  func keepsRunning(at now: Instant) -> Bool {
    now < runsUntil || (backgroundTasks > 0 && now < backgroundTaskExpiry)
      || managers.contains { $0.phase == .running && $0.configuration.allowsBackground }
  }

  /// Whether the app has access to the user's position.
  var hasAccess: Bool {
    significantChange.isMonitoring || (process.isRunning && managers.contains { $0.phase == .running })
  }

  mutating func post(_ callback: Callback, waking: Bool = true) {
    mailbox.append(callback)
    if waking { wantsProcessor = true }
  }
}

/// A timer of an app's own, or its background app refresh.
struct AppTimer {
  /// Stands for a background app refresh; the apps' own identifiers are positive.
  static let backgroundRefresh = -2

  let app: Int
  let identifier: Int
}
