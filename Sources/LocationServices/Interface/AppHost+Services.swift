/// Handles on the services that own their state. Each belongs to one process: ask again in the next.
extension AppHost {
  /// Reports what the user is doing: `CMMotionActivityManager.startActivityUpdates` while the app runs, or Android's
  /// activity transitions, which start a process that is not there.
  public func startActivityUpdates(_ handler: @escaping (MotionActivity) -> Void) {
    onActivity(handler)
    startActivityUpdates()
  }
  /// Sets the handler; on Android what an earlier process has asked for goes on.
  package func onActivity(_ handler: @escaping (MotionActivity) -> Void) { listen(handler) }
  package func startActivityUpdates() {
    post(.service(ActivityRecognition.Command.start, needs: .activityRecognition))
  }
  /// Ends the activity updates.
  public func stopActivityUpdates() {
    post(.service(ActivityRecognition.Command.stop, needs: .activityRecognition))
  }

  /// Counts steps from now on; `handler` gets their number while the user walks and the app runs.
  public func startPedometer(_ handler: @escaping (Int) -> Void) {
    listen { (steps: Pedometer.Steps) in handler(steps.count) }
    post(.service(Pedometer.Command.start, needs: .pedometer))
  }
  /// Ends the step counts.
  public func stopPedometer() {
    listen(nil as ((Pedometer.Steps) -> Void)?)
    post(.service(Pedometer.Command.stop, needs: .pedometer))
  }

  /// iOS: reports that the user begins to walk or run (`true`) or ceases to (`false`), while the app runs.
  public func startPedestrianEvents(_ handler: @escaping (_ isWalking: Bool) -> Void) {
    listen { (event: PedestrianEvents.Event) in handler(event.isWalking) }
    post(.service(PedestrianEvents.Command.start, needs: .pedestrianEvents))
  }
  /// Ends the pedestrian events.
  public func stopPedestrianEvents() {
    listen(nil as ((PedestrianEvents.Event) -> Void)?)
    post(.service(PedestrianEvents.Command.stop, needs: .pedestrianEvents))
  }

  /// Reports the next beginning of a movement, once (Android's significant-motion sensor).
  package func requestSignificantMotion(_ handler: @escaping () -> Void) {
    listen { (_: SignificantMotion.Event) in handler() }
    post(.service(SignificantMotion.Command.request, needs: .significantMotion))
  }
  package func cancelSignificantMotion() {
    listen(nil as ((SignificantMotion.Event) -> Void)?)
    post(.service(SignificantMotion.Command.cancel, needs: .significantMotion))
  }

  /// Reports changes of the charger, of Wi-Fi and of Low Power Mode while the app runs.
  public func observeDevice(_ handler: @escaping (DeviceChange) -> Void) {
    listen(handler)
    post(.service(DeviceConditions.Command.start, needs: .deviceConditions))
  }

  /// Sets the handler of messages of the app's server; do so before the process has finished launching.
  public func onPush(_ handler: @escaping (PushMessage) -> Void) { listen(handler) }
  /// Takes messages of the app's server, which start or resume it.
  ///
  /// - Parameter interval: how often the server sends one, in seconds; `nil` for those of the day's script only.
  public func registerForPushes(
    every interval: Double? = nil, priority: PushMessage.Priority = .normal
  ) {
    post(.service(PushService.Command.register(every: interval, priority), needs: priority.requires))
  }
  /// No further pushes reach the app.
  public func unregisterForPushes() {
    post(.service(PushService.Command.unregister, needs: .silentPushes))
  }

  /// Android: has work done each `interval` seconds (at least 900) when all of `conditions` hold (WorkManager).
  package func scheduleWork(_ name: String, every interval: Double, conditions: Set<DeviceCondition> = []) {
    let work = WorkScheduler.Work(name: name, interval: interval, conditions: conditions)
    post(.service(WorkScheduler.Command.schedule(work), needs: .workManager))
  }
  package func cancelWork(_ name: String) { post(.service(WorkScheduler.Command.cancel(name), needs: .workManager)) }
  /// iOS: has the system reload the app's widget each `interval` seconds (at least 900), whether the app runs or not.
  package func reloadWidget(every interval: Double) {
    post(.service(WorkScheduler.Command.schedule(.init(name: "widget", interval: interval)), needs: .widgets))
  }
  /// Sets the handler of work that is due, by its name, and of the widget's reloads; do so before the process has finished launching.
  package func onWork(_ handler: @escaping (String) -> Void) {
    listen { (due: WorkScheduler.Due) in handler(due.name) }
  }
}
