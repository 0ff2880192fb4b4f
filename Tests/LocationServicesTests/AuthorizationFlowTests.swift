import Core
import Testing
import World

@testable import LocationServices

/// What the user is asked, when, and what an answer gives, through the eras.
@Suite struct AuthorizationFlowTests {
  typealias Grant = AuthorizationState.Grant

  private static func answer(
    _ request: AuthorizationRequest, by access: UserDecisions.Access, on platform: Platform, precise: Bool = true
  ) -> AuthorizationState {
    var state = AuthorizationState(.notDetermined)
    guard case .ask(let question) = state.request(request, role: .app, platform: platform) else { return state }
    state.answer(
      question, by: UserDecisions(access: access, precise: precise), asksReduced: false, platform: platform)
    return state
  }

  struct Case: Sendable {
    let platform: Platform
    let request: AuthorizationRequest
    let access: UserDecisions.Access
    let grant: Grant
  }

  static let eras: [Case] = [
    Case(platform: .ios5, request: .always, access: .whileUsing, grant: .always),
    Case(platform: .ios5, request: .always, access: .never, grant: .denied),
    Case(platform: .ios9, request: .whenInUse, access: .always, grant: .whenInUse),
    Case(platform: .ios9, request: .always, access: .always, grant: .always),
    Case(platform: .ios9, request: .always, access: .whileUsing, grant: .denied),
    Case(platform: .ios12, request: .always, access: .whileUsing, grant: .whenInUse),
    Case(platform: .ios12, request: .always, access: .always, grant: .always),
    Case(platform: .ios13, request: .always, access: .always, grant: .provisionalAlways),
    Case(platform: .ios13, request: .always, access: .whileUsing, grant: .provisionalAlways),
    Case(platform: .ios13, request: .always, access: .once, grant: .whenInUse),
    Case(platform: .ios13, request: .whenInUse, access: .always, grant: .whenInUse),
    Case(platform: .ios18, request: .always, access: .never, grant: .denied),
  ]

  @Test(arguments: eras) func theFirstPromptOffersWhatItsEraOffers(_ example: Case) {
    #expect(Self.answer(example.request, by: example.access, on: example.platform).grant == example.grant)
  }

  @Test func preciseSwitchedOffInThePromptGrantsReducedAccuracySinceIOS14() {
    for (platform, accuracy) in [(Platform.ios13point4, AccuracyAuthorization.full), (.ios14, .reduced)] {
      let state = Self.answer(.whenInUse, by: .whileUsing, on: platform, precise: false)
      #expect(state.accuracyAuthorization == accuracy)
    }
  }

  @Test func fromWhenInUseTheWayToAlwaysChangedTwice() {
    func outcome(_ platform: Platform) -> AuthorizationState.RequestOutcome {
      var state = AuthorizationState(.whenInUse)
      return state.request(.always, role: .app, platform: platform)
    }
    #expect(outcome(.ios12) == .ask(.changeToAlways))
    // 13.0 granted it provisionally without a word; 13.4 asks at once.
    #expect(outcome(.ios13) == .changed)
    #expect(outcome(.ios13point4) == .ask(.changeToAlways))
    var state = AuthorizationState(.whenInUse)
    _ = state.request(.always, role: .app, platform: .ios18)
    #expect(state.request(.always, role: .app, platform: .ios18) == .ignored)
  }

  @Test func aWidgetCannotAskAndAnAppClipNeverGetsAlways() {
    var state = AuthorizationState(.notDetermined)
    #expect(state.request(.whenInUse, role: .widget, platform: .ios14) == .ignored)
    #expect(state.request(.always, role: .appClip, platform: .ios14) == .ask(.location(always: false)))
    state = AuthorizationState(.appClip)
    #expect(state.request(.always, role: .appClip, platform: .ios14) == .ignored)
  }

  // MARK: On the bench

  private func asking(
    _ authorization: Authorization = .notDetermined, accuracy: AccuracyAuthorization = .full,
    for request: AuthorizationRequest? = .whenInUse, on platform: Platform = .ios18, role: AppRole = .app,
    user: UserDecisions = UserDecisions(answersAfter: .seconds(7)), startOfDay: Int = 0, starts: Bool = true
  ) -> Bench {
    var bench = Bench(
      authorization: authorization, accuracy: accuracy, platform: platform, role: role, asksFor: request
    ) { app, host in
      let manager = app.makeManager(host)
      if starts { manager.startUpdatingLocation() }
    }
    bench.system.setUser(user, startOfDay: startOfDay)
    bench.open()
    return bench
  }

  @Test func aSessionWaitsForTheAnswerAndThenBegins() {
    var bench = asking()
    bench.fix()
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 6.9)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 7)
    #expect(!bench.system.demand.isEmpty)
    bench.fix()
    #expect(
      bench.journal.lines == ["0.0 launched by user", "7.0 authorization authorizedWhenInUse", "7.0 1 locations"])
    // It was begun in use: it goes on behind the screen.
    bench.leave()
    bench.advance(to: 100)
    bench.fix()
    #expect(bench.journal.deliveries.count == 2)
  }

  @Test func aRefusalEndsTheWait() {
    var bench = asking(user: UserDecisions(access: .never, answersAfter: .seconds(3)))
    bench.advance(to: 10)
    #expect(bench.journal.lines.dropFirst() == ["3.0 authorization denied", "3.0 failed denied"])
    #expect(bench.system.demand.isEmpty)
  }

  @Test func aUserWhoNeverAnswersLeavesItUndetermined() {
    var bench = asking(user: UserDecisions(answersAfter: nil))
    bench.advance(to: 10_000)
    bench.fix()
    #expect(bench.journal.lines == ["0.0 launched by user"])
  }

  @Test func beforeIOS8TheFirstUseOfAServiceAsks() {
    var bench = asking(for: nil, on: .ios6)
    bench.advance(to: 7)
    #expect(bench.journal.lines.last == "7.0 authorization authorizedAlways")
    // Since then, an app that does not ask gets nothing.
    bench = asking(for: nil, on: .ios9)
    bench.advance(to: 1000)
    #expect(bench.journal.lines.count == 1)
  }

  @Test func allowOnceEndsWithTheUseAndIsAskedForAgain() {
    var bench = asking(user: UserDecisions(access: .once, answersAfter: .seconds(2)), starts: false)
    bench.advance(to: 10)
    bench.leave()
    bench.advance(to: 60)
    #expect(bench.system.authorization(of: 0).grant == .notDetermined)
    bench.open()
    bench.advance(to: 63)
    #expect(
      bench.journal.times("authorization authorizedWhenInUse") == [2, 62], "\(bench.journal.lines)")
  }

  @Test func whoDecidesSoAtTheStartIsNotAskedForMoreAndAllowsOnceAgain() {
    for authorization in [Authorization.whenInUse, .denied, .provisionalAlways] {
      var bench = asking(authorization, for: .always, user: .standard)
      bench.advance(to: 50)
      bench.leave()
      bench.open()
      bench.advance(to: 100)
      #expect(bench.system.authorization(of: 0) == AuthorizationState(authorization))
    }
    var bench = asking(.allowOnce, user: .standard, starts: false)
    bench.leave()
    bench.advance(to: 50)
    #expect(bench.system.authorization(of: 0).grant == .notDetermined)
    bench.open()
    bench.advance(to: 100)
    #expect(bench.system.authorization(of: 0) == AuthorizationState(.allowOnce))
  }

  @Test func allowOnceLastsAsLongAsASessionBegunOnTheScreen() {
    var bench = asking(user: UserDecisions(access: .once, answersAfter: .seconds(2)))
    bench.advance(to: 10)
    bench.leave()
    bench.advance(to: 3000)
    bench.fix()
    #expect(bench.journal.deliveries.count == 1)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    #expect(bench.system.authorization(of: 0).grant == .notDetermined)
  }

  @Test func anAppClipLosesItsRightTheNextMorning() {
    // Granted at 21:00; 4 o'clock is 7 h later.
    var bench = asking(.appClip, startOfDay: 21 * 3600)
    bench.leave()
    bench.advance(to: 7 * 3600 - 1)
    bench.fix()
    #expect(bench.journal.deliveries.count == 1)
    bench.advance(to: 7 * 3600)
    #expect(bench.journal.times("authorization notDetermined") == [25_200])
    #expect(bench.system.demand.isEmpty)
    bench.fix()
    #expect(bench.journal.deliveries.count == 1)
    // Granted after 4 in the morning, it holds until the next day.
    bench = asking(.appClip, startOfDay: 5 * 3600)
    #expect(bench.system.board.authorization.deadline == .seconds(23 * 3600))
  }

  @Test func changesInSettingsTakeEffectAtOnce() {
    var bench = asking(.always, on: .ios14)
    bench.advance(to: 10)
    bench.system.userSets(.denyLocation, at: bench.now)
    bench.settle()
    #expect(bench.system.demand.isEmpty)
    bench.system.userSets(.allowWhileUsing, at: bench.now)
    bench.settle()
    #expect(!bench.system.demand.isEmpty)
    bench.system.userSets(.preciseOff, at: bench.now)
    bench.settle()
    #expect(bench.system.authorization(of: 0).accuracyAuthorization == .reduced)
    #expect(
      bench.journal.lines.suffix(4) == [
        "10.0 authorization denied", "10.0 failed denied", "10.0 authorization authorizedWhenInUse",
        "10.0 authorization authorizedWhenInUse",
      ])
    var restricted = asking(.restricted)
    restricted.system.userSets(.allowAlways, at: restricted.now)
    #expect(restricted.system.authorization(of: 0).grant == .restricted)
  }

  /// The app has when in use, starts the service, asks for always on the screen at 10 s and starts it again at 20 s.
  @Test(arguments: [(Platform.ios12, [17.0]), (.ios13, [10.0]), (.ios13point4, [17.0])])
  func askingForAlwaysPromptsButIn13point0AndTheServiceThenReachesTheAppInTheBackground(
    _ platform: Platform, told: [Double]
  ) {
    let isSilent = platform == .ios13
    var bench = asking(
      .whenInUse, on: platform, user: UserDecisions(changeToAlways: true, answersAfter: .seconds(7)), starts: false)
    bench.advance(to: 9)
    bench.act { $0.managers[0].startMonitoringSignificantLocationChanges() }
    // Before iOS 13 it cannot even be started without always.
    #expect(bench.journal.times("failed denied") == (platform == .ios12 ? [9] : []))
    bench.advance(to: 10)
    bench.act { $0.managers[0].requestAlwaysAuthorization() }
    #expect(bench.system.board.authorization.questions[0].map(\.question) == (isSilent ? [] : [.changeToAlways]))
    bench.advance(to: 20)
    #expect(bench.system.board.authorization.questions[0].isEmpty)
    #expect(bench.journal.times("authorization authorizedAlways") == told)
    #expect(bench.system.authorization(of: 0).grant == (isSilent ? .provisionalAlways : .always))
    bench.act { $0.managers[0].startMonitoringSignificantLocationChanges() }
    bench.measureSignificantChange(east: 0)
    #expect(bench.journal.deliveries.map(\.time) == [20])
    bench.leave()
    bench.advance(to: 1000)
    #expect(bench.process == .suspended)
    bench.measureSignificantChange(east: 900)
    bench.advance(to: 1100)
    // 13.0 puts the question now, at the first event that needs the answer.
    #expect(bench.journal.deliveries.map(\.time) == (isSilent ? [20] : [20, 1000]))
    guard isSilent else { return }
    #expect(bench.system.board.authorization.questions[0].map(\.question) == [.confirmProvisional])
    bench.system.screenChanged(isOn: true, at: bench.now)
    bench.advance(to: 1107)
    #expect(bench.journal.deliveries.map(\.time) == [20, 1107])
    #expect(bench.system.authorization(of: 0).grant == .always)
  }

  @Test(arguments: [Platform.ios12, .ios13point4])
  func whoIsRefusedAlwaysKeepsWhenInUseAndIsNotAskedAgain(_ platform: Platform) {
    var bench = asking(
      .whenInUse, on: platform, user: UserDecisions(changeToAlways: false, answersAfter: .seconds(7)), starts: false)
    bench.act { $0.managers[0].requestAlwaysAuthorization() }
    bench.advance(to: 20)
    #expect(bench.system.authorization(of: 0).grant == .whenInUse)
    bench.act { $0.managers[0].requestAlwaysAuthorization() }
    #expect(bench.system.board.authorization.questions[0].isEmpty)
    #expect(bench.journal.times("authorization authorizedAlways").isEmpty)
  }

  @Test(arguments: [(Platform.ios12, AuthorizationState.Grant.always), (.ios13, .provisionalAlways)])
  func anAppThatNobodyHasDecidedOnMayAskForAlwaysFirst(_ platform: Platform, grant: AuthorizationState.Grant) {
    var bench = asking(
      for: nil, on: platform, user: UserDecisions(access: .always, answersAfter: .seconds(7)), starts: false)
    bench.act { $0.managers[0].requestAlwaysAuthorization() }
    #expect(bench.system.board.authorization.questions[0].map(\.question) == [.location(always: true)])
    bench.advance(to: 7)
    #expect(bench.journal.times("authorization authorizedAlways") == [7])
    #expect(bench.system.authorization(of: 0).grant == grant)
  }

  @Test func aProvisionalAlwaysHoldsTheEventUntilTheUserHasConfirmed() {
    for (agrees, deliveries) in [(true, 2), (false, 1)] {
      var bench = Bench(authorization: .provisionalAlways, platform: .ios13) { app, host in
        app.makeManager(host).startMonitoringSignificantLocationChanges()
      }
      bench.system.setUser(UserDecisions(changeToAlways: agrees, answersAfter: .seconds(11)), startOfDay: 0)
      bench.open()
      bench.measureSignificantChange(east: 0)
      bench.leave()
      bench.advance(to: 1000)
      bench.system.hintOfMovement()
      #expect(bench.system.significantChangeDue(at: bench.now) == bench.now)
      bench.measureSignificantChange(east: 900)
      bench.advance(to: 2000)
      // Nobody looks at the phone: the prompt waits, and the event with it.
      #expect(bench.journal.deliveries.count == 1)
      #expect(bench.process == .suspended)
      bench.system.screenChanged(isOn: true, at: bench.now)
      bench.advance(to: 2010.9)
      #expect(bench.journal.deliveries.count == 1)
      bench.advance(to: 2011)
      #expect(bench.journal.deliveries.count == deliveries)
      #expect(bench.system.authorization(of: 0).grant == (agrees ? .always : .whenInUse))
    }
  }

  @Test func temporaryFullAccuracyLastsWhileTheAppIsInUse() {
    var bench = asking(.whenInUse, accuracy: .reduced, user: UserDecisions(answersAfter: .seconds(3)), starts: false)
    let journal = bench.journal
    bench.act { app in
      app.managers[0].requestTemporaryFullAccuracyAuthorization(withPurposeKey: "navigate") { error in
        journal.note("answered \(error.map { "\($0)" } ?? "yes") \(app.managers[0].accuracyAuthorization)", at: app.now)
      }
    }
    bench.advance(to: 5)
    #expect(journal.times("answered yes full") == [3])
    bench.leave()
    bench.advance(to: 30)
    #expect(bench.system.authorization(of: 0).accuracyAuthorization == .reduced)
    bench.open()
    #expect(journal.times("authorization authorizedWhenInUse") == [3, 10])
  }

  @Test func whoeverDeclinesFullAccuracyIsNotAskedInTheBackground() {
    let user = UserDecisions(temporaryFullAccuracy: false, answersAfter: .seconds(3))
    var bench = asking(.whenInUse, accuracy: .reduced, user: user, starts: false)
    let journal = bench.journal
    bench.act { app in
      app.managers[0].requestTemporaryFullAccuracyAuthorization(withPurposeKey: "navigate") { error in
        journal.note("answered \(error.map { "\($0)" } ?? "yes")", at: app.now)
      }
    }
    bench.advance(to: 10)
    #expect(journal.times("answered promptDeclined") == [3])
    #expect(bench.system.authorization(of: 0).accuracyAuthorization == .reduced)
  }
}
