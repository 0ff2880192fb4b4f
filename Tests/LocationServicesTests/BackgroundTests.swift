import Core
import Testing
import World

@testable import LocationServices

@Suite struct BackgroundTests {
  @Test func withoutTheBackgroundFlagAnAppIsSuspendedFiveSecondsAfterLeavingTheScreen() {
    var bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      manager.allowsBackgroundLocationUpdates = false
      manager.startUpdatingLocation()
    }
    bench.advance(to: 10)
    bench.fix()
    bench.leave()
    bench.advance(to: 13)
    bench.fix()
    bench.advance(to: 14.9)
    #expect(bench.process == .background)
    bench.advance(to: 15)
    #expect(bench.process == .suspended)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 20)
    bench.fix()
    #expect(bench.journal.times("1 locations") == [10, 13])
    #expect(bench.journal.times("background") == [10])
    // Back on the screen the session goes on as it was.
    bench.open()
    bench.fix()
    #expect(bench.journal.times("1 locations") == [10, 13, 20])
  }

  @Test func withTheBackgroundFlagItGoesOn() {
    var bench = Bench.opened { app, host in app.makeManager(host).startUpdatingLocation() }
    bench.leave()
    bench.advance(to: 5000)
    #expect(bench.process == .background)
    bench.fix()
    #expect(bench.journal.deliveries.count == 1)
    // An idle app in the background lets the processor sleep between fixes.
    #expect(bench.system.processorHolder(at: bench.now) == nil)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    #expect(bench.process == .suspended)
  }

  @Test(arguments: [(Platform.ios6, 600.0), (.ios7, 180), (.ios12, 180), (.ios13, 30), (.ios18, 30)])
  func whoLeavesABackgroundTaskOpenIsWarnedAndThenTerminated(_ platform: Platform, limit: Double) {
    var bench = Bench.opened(platform: platform) { _, _ in }
    bench.advance(to: 7)
    bench.leave()
    bench.advance(to: 8)
    bench.actOnHost { $0.beginBackgroundTask() }
    // Counted from leaving the screen.
    bench.advance(to: 7 + limit - 0.1)
    #expect(bench.process == .background)
    #expect(bench.system.processorHolder(at: bench.now)?.app == 0)
    #expect(bench.journal.times("task expires") == [7 + limit - 5])
    bench.advance(to: 7 + limit)
    #expect(bench.process == .notRunning)
  }

  @Test func whoEndsItsTaskWhenWarnedIsSuspended() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      app.onExpiry = { [unowned host] in host.endBackgroundTask() }
      host.beginBackgroundTask()
    }
    bench.leave()
    bench.advance(to: 1000)
    #expect(bench.process == .suspended)
    #expect(bench.journal.times("task expires") == [25])
  }

  /// The session of 2012 advises a timer of half a minute to a minute, and had ten minutes for a task.
  @Test func aTimerOf45SecondsIsTooLongForATaskSinceIOS13() {
    for (platform, outcome) in [(Platform.ios12, ProcessState.suspended), (.ios18, .notRunning)] {
      var bench = Bench.opened(platform: platform) { app, host in
        let journal = app.journal
        host.beginBackgroundTask()
        host.schedule(after: 45) { [unowned host] in
          journal.note("gives up", at: host.now)
          host.endBackgroundTask()
        }
      }
      bench.leave()
      bench.advance(to: 100)
      #expect(bench.process == outcome)
      #expect(bench.journal.times("gives up") == (outcome == .suspended ? [45] : []))
    }
  }

  @Test func endingATaskAndBeginningAnotherGainsNoTime() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      let manager = app.makeManager(host)
      manager.allowsBackgroundLocationUpdates = false
      manager.startUpdatingLocation()
      host.beginBackgroundTask()
    }
    bench.advance(to: 7)
    bench.leave()
    for second in [19.0, 31] {
      bench.advance(to: second)
      bench.actOnHost {
        $0.endBackgroundTask()
        $0.beginBackgroundTask()
      }
      #expect(bench.process == .background)
    }
    bench.advance(to: 36.9)
    #expect(bench.process == .background)
    bench.advance(to: 37)
    #expect(bench.process == .notRunning)
  }

  @Test func whoeverIsStartedAgainHasTheWholeTimeAgainAndNoTasksOfBefore() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      app.makeManager(host).startMonitoringSignificantLocationChanges()
      if host.isInForeground { host.beginBackgroundTask() }
    }
    bench.leave()
    bench.advance(to: 1000)
    #expect(bench.process == .notRunning)
    bench.measureSignificantChange(east: 900)
    bench.advance(to: 1003)
    #expect(bench.journal.times("launched by location") == [1000])
    #expect(bench.process == .background)
    // The event alone is good for ten seconds: the task of before has gone with its process.
    #expect(bench.system.context.processes[0].tasks.open == 0)
    bench.actOnHost { $0.beginBackgroundTask() }
    bench.advance(to: 1029.9)
    #expect(bench.process == .background)
    bench.advance(to: 1030)
    #expect(bench.process == .notRunning)
  }

  @Test func whileASessionKeepsTheAppRunningNoTimeForTasksPasses() {
    var bench = Bench.opened(platform: .ios18) { app, host in app.makeManager(host).startUpdatingLocation() }
    bench.leave()
    bench.advance(to: 4000)
    bench.actOnHost { $0.beginBackgroundTask() }
    bench.advance(to: 5000)
    #expect(bench.journal.times("task expires").isEmpty)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    bench.advance(to: 5029.9)
    #expect(bench.process == .background)
    #expect(bench.journal.times("task expires") == [5025])
    bench.advance(to: 5030)
    #expect(bench.process == .notRunning)
  }

  @Test func whoLosesTheSessionThatKeptItRunningIsWarnedBeforeItsTaskIsHeldAgainstIt() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      app.makeManager(host).startUpdatingLocation()
      host.beginBackgroundTask()
    }
    bench.leave()
    bench.advance(to: 4000)
    bench.system.userSets(.denyLocation, at: bench.now)
    bench.settle()
    // Five seconds to hear of the refusal, and five more for the task.
    bench.advance(to: 4009.9)
    #expect(bench.journal.times("task expires") == [4005])
    #expect(bench.process == .background)
    bench.advance(to: 4010)
    #expect(bench.process == .notRunning)
  }

  @Test func aTaskBegunOnTheScreenHasItsWholeTimeInTheBackground() {
    var bench = Bench.opened(platform: .ios18) { app, host in
      app.onExpiry = { [unowned host] in host.endBackgroundTask() }
      host.beginBackgroundTask()
    }
    bench.advance(to: 100)
    bench.leave()
    bench.advance(to: 124.9)
    #expect(bench.process == .background)
    bench.advance(to: 125)
    #expect(bench.process == .suspended)
  }

  @Test func anotherEventAtTheInstantOfSuspensionDoesNotPutItOff() {
    var bench = Bench.opened { _, _ in }
    bench.leave()
    // What the driver does when a fix or the world's change comes first at 5 s: it asks for the deadline anew.
    #expect(bench.system.serviceDeadline(at: .seconds(5)) == .seconds(5))
    bench.now = .seconds(5)
    bench.system.serviceTimerFired(at: bench.now)
    #expect(bench.process == .suspended)
    #expect(bench.system.serviceDeadline(at: bench.now) == .never)
  }

  @Test func theAppIsSuspendedWhenItEndsItsTask() {
    var bench = Bench.opened { _, host in
      host.beginBackgroundTask()
      host.beginBackgroundTask()
    }
    bench.leave()
    bench.advance(to: 20)
    bench.actOnHost { $0.endBackgroundTask() }
    #expect(bench.process == .background)
    bench.actOnHost { $0.endBackgroundTask() }
    #expect(bench.process == .suspended)
  }

  @Test func timersOfASuspendedAppWait() {
    var bench = Bench.opened { app, host in
      let journal = app.journal
      host.schedule(after: 3) { [weak host] in journal.note("timer 3", at: host?.now ?? -1) }
      host.schedule(after: 30) { [weak host] in journal.note("timer 30", at: host?.now ?? -1) }
      let cancelled = host.schedule(after: 4) { journal.note("cancelled", at: 0) }
      host.cancelTimer(cancelled)
    }
    bench.leave()
    bench.advance(to: 1000)
    #expect(bench.journal.times("timer 3") == [3])
    #expect(bench.journal.times("timer 30").isEmpty)
    bench.open()
    #expect(bench.journal.times("timer 30") == [1000])
    #expect(bench.journal.times("cancelled").isEmpty)
  }

  @Test func aKillEndsSessionsTimersAndTasks() {
    var bench = Bench.opened { app, host in
      let journal = app.journal
      app.makeManager(host).startUpdatingLocation()
      host.beginBackgroundTask()
      host.schedule(after: 3) { journal.note("timer", at: 0) }
    }
    bench.kill()
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 100)
    bench.fix()
    #expect(bench.process == .notRunning)
    #expect(bench.journal.lines == ["0.0 launched by user"])
  }

  @Test func anAppLeftBeforeItsLaunchIsDoneGoesToTheBackground() {
    var bench = Bench { _, _ in }
    bench.processorRuns = false
    bench.open()
    bench.advance(to: 0.7)
    bench.leave()
    bench.processorRuns = true
    bench.advance(to: 1.3)
    bench.settle()
    #expect(bench.journal.lines == ["1.3 launched by user", "1.3 background"])
    bench.advance(to: 10)
    #expect(bench.process == .suspended)
  }

  @Test func anUploadsCompletionReachesARunningAppAtOnceAndASuspendedOneLater() {
    let setUp: @Sendable (RecordingApp, AppHost) -> Void = { app, host in
      let journal = app.journal
      host.upload(bytes: 600) { [weak host] in journal.note("uploaded", at: host?.now ?? -1) }
    }
    var running = Bench.opened(setUp: setUp)
    let upload = running.system.systemRequests()?.uploads ?? []
    #expect(upload.map(\.bytes) == [600])
    running.advance(to: 2)
    running.system.uploadFinished(upload[0].identifier, app: 0)
    running.settle()
    #expect(running.journal.times("uploaded") == [2])

    var suspended = Bench.opened(setUp: setUp)
    let late = suspended.system.systemRequests()?.uploads ?? []
    suspended.leave()
    suspended.advance(to: 9)
    suspended.system.uploadFinished(late[0].identifier, app: 0)
    suspended.settle()
    #expect(suspended.journal.times("uploaded").isEmpty)
    suspended.advance(to: 50)
    suspended.open()
    #expect(suspended.journal.times("uploaded") == [50])
  }

  @Test func aNewProcessDoesNotHearOfItsPredecessorsUploads() {
    var bench = Bench.opened { app, host in
      let journal = app.journal
      host.upload(bytes: 600) { journal.note("uploaded", at: 0) }
    }
    let first = bench.system.systemRequests()?.uploads ?? []
    bench.kill()
    bench.open()
    bench.system.uploadFinished(first[0].identifier, app: 0)
    bench.settle()
    #expect(bench.journal.times("uploaded").isEmpty)
  }
}
