import Core
import World

/// What an app's definition says of its rights.
struct AuthorizationTerms: Sendable {
  let role: AppRole
  /// What the app asks for whenever it comes to the screen undecided; `nil` when its code asks by itself.
  let asksFor: AuthorizationRequest?
  let asksReducedAccuracy: Bool
  /// Who allows it once at the start does so again.
  let isAllowedOnce: Bool
}

/// What apps ask their user: the questions of all apps, when they are answered, and when what was granted ends.
struct AuthorizationService: OwnedService {
  enum Command: ServiceCommand {
    case request(AuthorizationRequest, fromWatch: Bool = false)
    /// Full accuracy while the app is in use; with the number of the request.
    case requestFullAccuracy(Int, fromWatch: Bool = false)
  }

  /// When an App Clip's authorization ends: at 4 o'clock in the morning. The session only says the following morning
  /// (WWDC 2020 session 10660); the hour is an estimate.
  static let morning = 4 * 3600

  private let terms: [AuthorizationTerms]
  private var user = UserDecisions.standard
  /// The clock at the start of the run, in seconds after midnight.
  private var startOfDay = 0
  /// Of each app, the one on the screen first.
  private(set) var questions: [[AuthorizationPrompt]]
  private var ends: [Instant?]
  /// When the user answers a question, or a grant ends.
  private(set) var deadline = Instant.never

  init(_ terms: [AuthorizationTerms]) {
    self.terms = terms
    questions = terms.map { _ in [] }
    ends = terms.map { _ in nil }
  }

  /// Says how the user decides, and what the clock shows at the start of the run.
  mutating func setUser(_ user: UserDecisions, startOfDay: Int, in context: borrowing Context) {
    (self.user, self.startOfDay) = (user, startOfDay)
    for app in terms.indices where terms[app].role == .appClip && context.rights(app).isAllowed {
      endInTheMorning(app, after: .start)
    }
  }

  mutating func take(_ command: Command, from app: Int, in context: borrowing Context, _ effects: inout Effects) {
    switch command {
    case .request(let request, let fromWatch): self.request(request, fromWatch: fromWatch, app: app, context, &effects)
    case .requestFullAccuracy(let identifier, let fromWatch):
      requestFullAccuracy(identifier, fromWatch: fromWatch, app: app, context, &effects)
    }
  }

  mutating func take(_ input: ServiceInput, in context: borrowing Context, _ effects: inout Effects) {
    switch input {
    case .launched(let app), .foreground(let app, true):
      guard context.processes[app].state == .foreground else { return }
      // It asks for what it needs, if the user has not decided yet.
      if context.isUndetermined(app), let wish = terms[app].asksFor {
        request(wish, fromWatch: false, app: app, context, &effects)
      }
      show(app, in: context)
    case .screen(true): for app in terms.indices { show(app, in: context) }
    case .userSets(let change): for app in terms.indices { userSets(change, app: app, context, &effects) }
    default: break
    }
  }

  // MARK: Requests

  private mutating func request(
    _ request: AuthorizationRequest, fromWatch: Bool, app: Int, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    if context.isOnWatch { return effects.append(.link(app: app, .system(.authorization(request)))) }
    var state = context.rights(app)
    let outcome = state.request(request, role: terms[app].role, platform: context.platform(app))
    if outcome != .ignored { effects.append(.authorize(app: app, state)) }
    switch outcome {
    case .ignored: break
    case .changed: effects.append(.rightsChanged(app: app))
    case .ask(let question): ask(question, fromWatch: fromWatch, app: app, in: context)
    }
  }

  private mutating func requestFullAccuracy(
    _ identifier: Int, fromWatch: Bool, app: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    guard context.rights(app).accuracyAuthorization == .reduced, terms[app].role != .widget else {
      return effects.append(
        fromWatch
          ? .link(app: app, .system(.fullAccuracyAnswered(identifier, isGranted: true)))
          : .post(app: app, .fullAccuracyAnswered(identifier, nil)))
    }
    if context.isOnWatch { return effects.append(.link(app: app, .system(.fullAccuracy(identifier)))) }
    ask(.fullAccuracy(identifier), fromWatch: fromWatch, app: app, in: context)
  }

  /// Puts a question to the user, unless the app is asking that already.
  mutating func ask(
    _ question: AuthorizationPrompt.Question, fromWatch: Bool = false, app: Int, in context: borrowing Context
  ) {
    guard !questions[app].contains(where: { $0.question == question }) else { return }
    questions[app].append(AuthorizationPrompt(question: question, fromWatch: fromWatch))
    show(app, in: context)
  }

  /// Shows the app's next question, if there is a moment for it. One that is on the screen stays until it is answered.
  private mutating func show(_ app: Int, in context: borrowing Context) {
    guard let first = questions[app].first, first.answer == nil else { return }
    guard
      context.processes[app].state == .foreground || (context.phone.isScreenOn && !first.needsForeground)
        || first.fromWatch
    else { return }
    questions[app][0].answer = user.answersAfter.map { context.now + $0 } ?? .never
    updateDeadline()
  }

  // MARK: Decisions

  /// Answers that are due, and grants that end.
  mutating func timerFired(in context: borrowing Context, _ effects: inout Effects) {
    guard deadline <= context.now else { return }
    for app in terms.indices {
      var state = context.rights(app)
      if let end = ends[app], end <= context.now {
        ends[app] = nil
        state.grant = .notDetermined
        effects.append(.authorize(app: app, state))
        effects.append(.rightsChanged(app: app))
      }
      while let answer = questions[app].first?.answer, answer <= context.now {
        answered(app, questions[app].removeFirst(), &state, context, &effects)
        show(app, in: context)
      }
    }
    updateDeadline()
  }

  private mutating func answered(
    _ app: Int, _ prompt: AuthorizationPrompt, _ state: inout AuthorizationState, _ context: borrowing Context,
    _ effects: inout Effects
  ) {
    let (old, platform) = (state, context.platform(app))
    var user = user
    if terms[app].isAllowedOnce { user.access = .once }
    state.answer(prompt.question, by: user, asksReduced: terms[app].asksReducedAccuracy, platform: platform)
    if terms[app].role == .appClip, state.isAllowed { endInTheMorning(app, after: context.now) }
    if prompt.fromWatch {
      if case .fullAccuracy(let identifier) = prompt.question {
        let isGranted = state.hasTemporaryFullAccuracy
        effects.append(.link(app: app, .system(.fullAccuracyAnswered(identifier, isGranted: isGranted))))
      }
      // Before iOS 14 a grant for a while is the watch app's alone: nothing changes on the phone.
      if state.endsWithUse || state.hasTemporaryFullAccuracy, !platform.offers(.sharedTemporaryGrants) {
        if state.endsWithUse { effects.append(.link(app: app, .system(.authorized(state)))) }
        state = old
        return
      }
    }
    // What was allowed for the time of use has no use to last for when the user has gone on.
    if !context.processes[app].isInUse, !context.processes[app].counterpart.isInUse { _ = state.useEnded() }
    if case .fullAccuracy(let identifier) = prompt.question {
      let error: LocationError? = state.hasTemporaryFullAccuracy ? nil : .promptDeclined
      effects.append(.post(app: app, .fullAccuracyAnswered(identifier, error), waking: context.isRunning(app)))
    }
    effects.append(.authorize(app: app, state))
    if state != old || !context.processes[app].mailbox.unconfirmed.isEmpty {
      effects.append(.rightsChanged(app: app))
    }
  }

  /// The user has changed the app's rights in Settings.
  private mutating func userSets(
    _ change: ScriptEvent.Kind, app: Int, _ context: borrowing Context, _ effects: inout Effects
  ) {
    let (old, platform) = (context.rights(app), context.platform(app))
    guard old.grant != .restricted else { return }
    var state = old
    switch change {
    case .allowAlways: state.grant = terms[app].role == .app ? .always : .whenInUse
    case .allowWhileUsing: state.grant = platform.offers(.whenInUseAuthorization) ? .whenInUse : .always
    case .denyLocation: state.grant = .denied
    case .preciseOn: state.accuracy = .full
    case .preciseOff: if platform.offers(.reducedAccuracy) { state.accuracy = .reduced }
    default: return
    }
    guard state != old else { return }
    state.endsWithUse = false
    // The user has decided elsewhere: only questions of accuracy stay.
    questions[app].removeAll { if case .fullAccuracy = $0.question { false } else { true } }
    updateDeadline()
    effects.append(.authorize(app: app, state))
    effects.append(.rightsChanged(app: app))
  }

  private mutating func endInTheMorning(_ app: Int, after now: Instant) {
    let day = 86_400.0
    let clock = Double(startOfDay) + now.seconds
    let days = ((clock - Double(Self.morning)) / day).rounded(.down) + 1
    ends[app] = .seconds(days * day + Double(Self.morning - startOfDay))
    updateDeadline()
  }

  private mutating func updateDeadline() {
    deadline = .never
    for app in questions.indices {
      if let end = ends[app] { deadline = min(deadline, end) }
      if let answer = questions[app].first?.answer { deadline = min(deadline, answer) }
    }
  }
}
