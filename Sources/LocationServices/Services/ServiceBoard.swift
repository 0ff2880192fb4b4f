import Core

/// The services that own their state, one line each: every input goes to all of them.
struct ServiceBoard {
  private(set) var device = DeviceConditions()
  private(set) var activity = ActivityRecognition()
  private var significantMotion = SignificantMotion()
  private var pedometer = Pedometer()
  private var pedestrianEvents = PedestrianEvents()
  private var pushes = PushService()
  private var work = WorkScheduler()
  private var refreshes = BackgroundRefreshes()

  private var timers = SlotQueue<ServiceTimer>()
  private var tokens: [ServiceTimer: SlotQueue<ServiceTimer>.Token] = [:]

  private mutating func pass(_ input: ServiceInput, in context: ServiceContext, _ effects: inout [ServiceEffect]) {
    device.take(input, in: context, &effects)
    activity.take(input, in: context, &effects)
    significantMotion.take(input, in: context, &effects)
    pedometer.take(input, in: context, &effects)
    pedestrianEvents.take(input, in: context, &effects)
    pushes.take(input, in: context, &effects)
    work.take(input, in: context, &effects)
    refreshes.take(input, in: context, &effects)
  }

  /// Gives an input to every service, keeps their timers, and returns what else follows.
  mutating func take(_ input: ServiceInput, in context: ServiceContext) -> [ServiceEffect] {
    var effects: [ServiceEffect] = []
    pass(input, in: context, &effects)
    return keepTimers(effects)
  }

  /// When the next timer of a service is due, or `never`.
  var deadline: Instant { timers.next }

  /// Gives the timers that are due to their services.
  mutating func timersFired(in context: ServiceContext) -> [ServiceEffect] {
    var effects: [ServiceEffect] = []
    while let (_, timer) = timers.pop(through: context.now) {
      tokens[timer] = nil
      var more: [ServiceEffect] = []
      pass(.timer(timer), in: context, &more)
      effects += keepTimers(more)
    }
    return effects
  }

  private mutating func keepTimers(_ effects: [ServiceEffect]) -> [ServiceEffect] {
    effects.filter { effect in
      switch effect {
      case .setTimer(let timer, let due):
        if let token = tokens[timer] { timers.cancel(token) }
        tokens[timer] = due < .never ? timers.schedule(timer, at: due) : nil
        return false
      case .cancelTimer(let timer):
        if let token = tokens.removeValue(forKey: timer) { timers.cancel(token) }
        return false
      case .tell, .receive, .recognized, .refresh: return true
      }
    }
  }
}
