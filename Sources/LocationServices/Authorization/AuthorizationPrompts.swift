import Core
import World

/// A question that the system puts to the user on an app's behalf.
struct AuthorizationPrompt: Equatable {
  enum Question: Equatable {
    /// The first one; the app asked for always or for when in use.
    case location(always: Bool)
    /// The app has when in use and asks for always.
    case changeToAlways
    /// An event has come that needs always; the user had only agreed to when in use (WWDC 2019 session 705).
    case confirmProvisional
    /// Full accuracy while the app is in use; with the number of the request.
    case fullAccuracy(Int)
  }

  let question: Question
  /// The watch app asks; the user is told there to look at the phone, and goes on meanwhile (2015 session).
  var fromWatch = false
  /// When the user will have answered; `nil` until the prompt is on the screen.
  var answer: Instant?

  /// Whether only the app on the screen can raise it; the system raises the others on its own.
  var needsForeground: Bool { question != .confirmProvisional }
}

/// What apps ask their user: the questions of all apps, when they are answered, and when what was granted ends.
struct AuthorizationPrompts {
  /// When an App Clip's authorization ends: at 4 o'clock in the morning. The session only says the following morning
  /// (WWDC 2020 session 10660); the hour is an estimate.
  static let morning = 4 * 3600

  private(set) var user = UserDecisions.standard
  /// The clock at the start of the run, in seconds after midnight.
  private var startOfDay = 0
  /// Of each app, the one on the screen first.
  private(set) var questions: [[AuthorizationPrompt]]
  private var ends: [Instant?]
  /// When the user answers a question, or a grant ends.
  private(set) var deadline = Instant.never

  init(apps: Int) {
    questions = Array(repeating: [], count: apps)
    ends = Array(repeating: nil, count: apps)
  }

  /// Says how the user decides, and what the clock shows at the start of the run.
  mutating func setUser(_ user: UserDecisions, startOfDay: Int) {
    self.user = user
    self.startOfDay = startOfDay
  }

  // MARK: Questions

  /// - Returns: whether the app is not asking this already.
  mutating func ask(_ question: AuthorizationPrompt.Question, fromWatch: Bool, app: Int) -> Bool {
    guard !questions[app].contains(where: { $0.question == question }) else { return false }
    questions[app].append(AuthorizationPrompt(question: question, fromWatch: fromWatch))
    return true
  }

  /// Shows the app's next question, if there is a moment for it. One that is on the screen stays until it is answered.
  ///
  /// - Parameters:
  ///   - isInForeground: the app is on the screen.
  ///   - isScreenOn: the screen is on, whatever it shows.
  mutating func show(_ app: Int, isInForeground: Bool, isScreenOn: Bool, at now: Instant) {
    guard let first = questions[app].first, first.answer == nil else { return }
    guard isInForeground || (isScreenOn && !first.needsForeground) || first.fromWatch else { return }
    questions[app][0].answer = user.answersAfter.map { now + $0 } ?? .never
    updateDeadline()
  }

  /// The app's question that the user has answered by now.
  mutating func takeAnswered(_ app: Int, at now: Instant) -> AuthorizationPrompt? {
    guard let answer = questions[app].first?.answer, answer <= now else { return nil }
    defer { updateDeadline() }
    return questions[app].removeFirst()
  }

  /// The user has decided elsewhere: only questions of accuracy stay.
  mutating func withdraw(_ app: Int) {
    questions[app].removeAll { if case .fullAccuracy = $0.question { false } else { true } }
    updateDeadline()
  }

  // MARK: Grants that end

  mutating func endInTheMorning(_ app: Int, after now: Instant) {
    let day = 86_400.0
    let clock = Double(startOfDay) + now.seconds
    let days = ((clock - Double(Self.morning)) / day).rounded(.down) + 1
    ends[app] = .seconds(days * day + Double(Self.morning - startOfDay))
    updateDeadline()
  }

  /// Whether the app's grant ends now.
  mutating func takeEnd(_ app: Int, at now: Instant) -> Bool {
    guard let end = ends[app], end <= now else { return false }
    ends[app] = nil
    updateDeadline()
    return true
  }

  private mutating func updateDeadline() {
    deadline = .never
    for app in questions.indices {
      if let end = ends[app] { deadline = min(deadline, end) }
      if let answer = questions[app].first?.answer { deadline = min(deadline, answer) }
    }
  }
}
