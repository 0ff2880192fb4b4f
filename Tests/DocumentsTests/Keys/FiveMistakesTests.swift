import FileFormats
import LocationServices
import TestSupport
import Testing

@testable import Documents

/// Files with several mistakes: each is named at its place, in one reading.
@Suite struct FiveMistakesTests {
  private static func places(_ text: String, _ read: (String) throws(InputError) -> Void) -> [String] {
    InputFaults.all { () throws(InputError) in try read(text) }.map { "\($0.line ?? 0):\($0.column ?? 0)" }
  }

  @Test func ofABudgetFile() {
    let text = """
      defaults:
        scenarios: [comute, commute]
        devices: [modern-phne]
        seeds: -3
        sequental: {}
      budgets:
        - name: first
          strategies: [live-update]
          limits:
            - batery < 48 %
            - {metric: moving_error_p95_m, max: x, level: hopeless}
        - name: second
          strategies: [continuous]
          limits: [battery < 47 %, {metric: energy_J, maxx: 3}]
      """
    let places = Self.places(text) { text throws(InputError) in
      _ = try BudgetFileReader.read(text, file: "b.yml", catalog: Catalog())
    }
    #expect(places == ["2:15", "3:13", "4:10", "5:3", "8:18", "10:9", "11:43", "11:53", "14:30", "14:49"])
  }

  @Test func ofAPhone() {
    let text = """
      inherits: modern-phone
      battery: 12.7 kg
      gnss:
        trackng: 3 W
        tracking_strong: 3 kg
      nonsense: 3
      wifi: {scan_full: many}
      """
    func places(_ text: String) -> [String] {
      Self.places(text) { text throws(InputError) in
        _ = try Catalog().device(CatalogEntry(kind: .devices, path: "p.yml", text: text))
      }
    }
    #expect(places(text) == ["2:10", "4:3", "5:20", "6:1", "7:19"])
    // Without the phone that it inherits from, nothing can be said of the whole, and all the same of each value.
    #expect(places(text.replacing("modern-phone", with: "brick")) == ["1:11", "2:10", "4:3", "5:20", "6:1", "7:19"])
  }

  @Test func ofAnSDKsConfiguration() {
    let text = """
      startLocationUpdatesAsync('t', {
        accuracy: Location.Accuracy.Hihgest, timeIntervl: 10000,
        distanceInterval: 'x',
        activityType: 'walk', pausesUpdatesAutomatically: 3,
      });
      """
    var catalog = Catalog()
    catalog.system = .ios18
    let places = Self.places(text) { text throws(InputError) in
      _ = try catalog.strategy(CatalogEntry(kind: .strategies, path: "e.js", text: text))
    }
    #expect(places == ["2:13", "2:40", "3:21", "4:17", "4:53"])
  }

  @Test(arguments: [
    (
      """
      summary: "x"
      kind: standard
      parameters:
        upload: {}
        desired_acuracy: best
        authorization: always
      """, ["4:3", "5:3", "6:3"]
    ),
    (
      """
      summary: "x"
      kind: standard
      parameters:
        desired_acuracy: best
        distance_filter: ten
        pauses_automatically: maybe
        activity_type: swimming
      upload: {batch_count: -1, batch_intervall: 30 s}
      """, ["4:3", "5:20", "6:25", "7:18", "8:23", "8:27"]
    ),
    (
      """
      summary: "x"
      kind: fused
      system: android-99
      use: tracking
      parameters:
        priority: hgh
        interval: 5000
        foreground_service: ja
      """, ["3:9", "4:6", "6:13", "7:13", "8:23"]
    ),
    (
      """
      summary: "x"
      kind: composite
      states:
        moving:
          enter: [start: standrd, {configure: {desired_accuracy: bst}}]
          rules:
            - {when: failed, code: dnied, do: [stop: standard]}
            - {when: motion, is: sailing, do: [stop: standard]}
            - {when: delivery, go_to: nowhere}
        resting: {enter: [{fence: {name: x, radius: ten}}]}
      """, ["5:20", "5:60", "7:30", "8:28", "9:33", "10:47"]
    ),
    (
      """
      summary: "x"
      kind: composite
      states:
        moving:
          rules:
            - {iss: still, do: [stop: standrd, strt: standard], go_to: nowhere}
      """, ["6:9", "6:10", "6:33", "6:42", "6:66"]
    ),
  ])
  func ofAStrategy(_ text: String, _ expected: [String]) {
    let places = Self.places(text) { text throws(InputError) in
      _ = try Catalog().strategy(CatalogEntry(kind: .strategies, path: "s.yml", text: text))
    }
    #expect(places == expected)
  }

  @Test func ofADay() throws {
    let day = try #require(Catalog().entry(.scenarios, named: "commute"))
    let text = day.text.replacing("speed: 1.4 m/s", with: "speed: 1.4 kg").replacing("kind: train", with: "kind: trian")
      .replacing("position: [52.4723, 13.3278]", with: "position: [152.4723, 13.3278]")
      .replacing("lasts: 24 h", with: "lasts: 24\nneed: milk").replacing(
        "access_points: few", with: "access_points: fews"
      )
      .replacing("sky: canyon", with: "sky: zebra").replacing("surroundings: platform", with: "surroundings: giraffe")
    let faults = InputFaults.all { () throws(InputError) in
      _ = try Catalog().scenario(CatalogEntry(kind: .scenarios, path: "d.yml", text: text))
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wrong = lines.indices.filter { index in
      ["1.4 kg", "trian", "152.4723", "lasts: 24", "milk", "fews", "zebra", "giraffe"].contains {
        lines[index].hasSuffix($0) || lines[index].contains($0 + ",") || lines[index].contains($0 + "}")
      }
    }
    #expect(Set(faults.compactMap(\.line)).sorted() == wrong.map { $0 + 1 })
  }
}
