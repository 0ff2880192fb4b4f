import Core

/// What apps' code asks for.
extension LocationSystem {
  /// Executes what the app's code asked for, and what it asks for meanwhile.
  mutating func executeCommands(of host: AppHost, app: Int, at now: Instant) {
    while !host.commands.isEmpty {
      let commands = host.commands
      host.commands.removeAll(keepingCapacity: true)
      for command in commands { execute(command, app: app, at: now) }
    }
  }

  private mutating func execute(_ command: AppCommand, app: Int, at now: Instant) {
    switch command {
    case .service(let command, let service):
      if service.map({ has($0, app: app) }) ?? true { give(command, from: app, at: now) }
    case .upload(let identifier, let bytes, let onWiFiOnly):
      let upload = Upload(app: app, identifier: identifier, bytes: bytes, onWiFiOnly: onWiFiOnly)
      perform(.upload(upload), at: now)
    case .search(let change): perform(.search(app: app, change), at: now)
    case .beginBackgroundTask: context.processes[app].beginTask(at: now)
    case .endBackgroundTask: context.processes[app].endTask()
    case .setForegroundService(let isOn): setForegroundService(isOn, app: app, at: now)
    case .setWakeLock(let isHeld): if has(.wakeLocks, app: app) { context.processes[app].setWakeLock(isHeld) }
    case .work(let seconds):
      context.processes[app].work(for: .seconds(seconds), at: now)
      outbox.ofApps.work.append((app, .seconds(seconds)))
    case .receiverAdded: context.processes[app].mailbox.retryUnreceived()
    case .delegateChanged: break
    }
  }

  /// Whether the app's system has what the app calls for; a call for what it lacks is kept, once.
  private mutating func has(_ service: SystemService, app: Int) -> Bool {
    if context.platform(app).offers(service) { return true }
    note(service, .notOffered, app: app)
    return false
  }

  private mutating func setForegroundService(_ isOn: Bool, app: Int, at now: Instant) {
    guard isOn != context.processes[app].foregroundService.isOn, has(.foregroundServices, app: app) else { return }
    if isOn, !context.processes[app].mayBeginService(at: now) {
      return note(.foregroundServices, .refusedBehindTheScreen, app: app)
    }
    context.processes[app].setForegroundService(isOn)
    noteUse(app, at: now)
    context.processes[app].thaw(until: now)
    perform(.networkRightsChanged, at: now)
    inform(.foregroundService(app: app), at: now)
  }
}
