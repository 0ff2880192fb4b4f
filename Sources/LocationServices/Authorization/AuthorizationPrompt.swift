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
