import DeviceModel
import Documents
import FileFormats
import Foundation
import TestSupport
import Testing

/// What the device reader says when one line of a good file is replaced.
private func deviceError(_ old: String, _ new: String) -> String {
  var text = ProfileWriter.text(of: SampleProfiles.device)
  guard let found = text.range(of: old) else { return "'\(old)' is not in the sample" }
  text.replaceSubrange(found, with: new)
  return failure {
    _ = try DeviceProfileReader.read(text, file: "a.yml", name: "sample") { yaml throws(InputError) in
      throw yaml.error("no parents here", remedy: "none")
    }
  }
}

/// What the reader of one value says.
private func valueError(_ form: String) -> String {
  failure {
    _ = try DeviceProfileReader.read(
      "summary: s\nbase:\n  drain: \(form)\n", file: "a.yml", name: "sample"
    ) { yaml throws(InputError) in throw yaml.error("no parents here", remedy: "none") }
  }
}

@Suite struct ProfileErrorTests {
  @Test(arguments: [
    (
      "{meen: 45 mW, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:11: error: unknown key 'meen' in base.drain; did you mean 'mean'? "
        + "valid keys: mean, deviation, range, distribution, trust, source"
    ),
    (
      "{mean: 45, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:17: error: base.drain.mean: '45' has no unit; add one of: W, mW, uW, kW"
    ),
    (
      "{mean: 45 mJ, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:17: error: base.drain.mean: unknown unit 'mJ' for a power; use one of: W, mW, uW, kW"
    ),
    (
      "{mean: nan mW, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:17: error: base.drain.mean: 'nan mW' is not a power; "
        + "write a finite number and a unit, with a point for decimals"
    ),
    (
      "{mean: 45 W, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:17: error: base.drain.mean: 45 W is outside 0 W to 10 W; write a value in this range"
    ),
    (
      "{mean: 45 mW, deviation: -1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:35: error: base.drain.deviation: -1 mW is outside 0 W to 10 W; write a value in this range"
    ),
    (
      "{mean: 45 mW, deviation: 10.1 W, range: [1 mW, 99 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:35: error: base.drain.deviation: 10.1 W is outside 0 W to 10 W; write a value in this range"
    ),
    (
      "{mean: 45 mW, deviation: 451 mW, range: [1 mW, 99 mW], distribution: lognormal, trust: estimate, source: s}",
      "a.yml:3:35: error: base.drain.deviation: 451 mW is more than 10 times the mean of a lognormal value; "
        + "write at most 450 mW, or distribution: normal"
    ),
    (
      "{mean: 45 mW, deviation: 1 mW, range: [99 mW, 1 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:48: error: base.drain.range: the range starts above its end; write the lower value first"
    ),
    (
      "{mean: 45 mW, deviation: 1 mW, range: [1 mW], distribution: normal, trust: estimate, source: s}",
      "a.yml:3:48: error: base.drain.range: a range has two ends, not 1; write [lowest, highest]"
    ),
    (
      "{mean: 45 mW, deviation: 1 mW, range: [1 mW, 99 mW], distribution: gauss, trust: estimate, source: s}",
      "a.yml:3:77: error: base.drain.distribution: unknown value 'gauss'; "
        + "valid values: normal, lognormal, fixed"
    ),
    (
      "{mean: 45 mW, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: guess, source: s}",
      "a.yml:3:92: error: base.drain.trust: unknown value 'guess'; "
        + "valid values: measured, published, declared, fitted, estimate"
    ),
    (
      "{mean: 45 mW, deviation: 1 mW, range: [1 mW, 99 mW], distribution: normal, trust: estimate}",
      "a.yml:3:10: error: base.drain: the key 'source' is missing; add 'source: ...'"
    ),
    (
      "{mean: 45 mW, distribution: normal, trust: estimate, source: s}",
      "a.yml:3:10: error: base.drain: the key 'deviation' is missing; add 'deviation: ...'"
    ),
    (
      "{mean: 45 mW, deviation: 2 mW, distribution: fixed, trust: estimate, source: s}",
      "a.yml:3:35: error: base.drain.deviation: 2 mW is outside 0 W to 0 W; write a value in this range"
    ),
    (
      "{mean: 45 mW, distribution: fixed, trust: estimate, source: \" \"}",
      "a.yml:3:70: error: base.drain.source: the source is empty; say where the value comes from"
    ),
    (
      "[45 mW]",
      "a.yml:3:10: error: base.drain: a list stands where 'key: value' lines belong; write 'key: value' lines here"
    ),
  ])
  func wrongValuesNameTheirPlace(_ form: String, _ expected: String) {
    #expect(valueError(form) == expected)
  }

  @Test(arguments: ["normal", "lognormal"], ["1e200 W", "1e300 W", "11 kW"])
  func hugeDeviationsAreRefused(_ distribution: String, _ deviation: String) {
    let found = valueError(
      "{mean: 45 mW, deviation: \(deviation), range: [1 mW, 99 mW], distribution: \(distribution), trust: estimate, "
        + "source: s}")
    #expect(found.hasPrefix("a.yml:3:35: error: base.drain.deviation: "))
    #expect(found.hasSuffix(" is outside 0 W to 10 W; write a value in this range"))
  }

  @Test func aTinyMeanOfALogNormalValueIsRefused() {
    let found = valueError(
      "{mean: 1e-300 W, deviation: 1 W, range: [0 W, 5 W], distribution: lognormal, trust: estimate, source: s}")
    #expect(found.hasPrefix("a.yml:3:38: error: base.drain.deviation: 1 W is more than 10 times the mean"))
  }

  @Test(arguments: [
    ("1e300 s", "; write a value in this range"),
    ("41 s", "41 s is more than 10 times the mean of a lognormal value; write at most 40 s, or distribution: normal"),
  ])
  func aHugeDeviationOfAMedianIsRefused(_ deviation: String, _ expected: String) {
    let found = failure {
      _ = try DeviceProfileReader.read(
        "summary: s\ngnss:\n  ttff:\n    hot: {median: 4 s, log_deviation: 0.5, deviation: \(deviation), "
          + "range: [1 s, 40 s], distribution: lognormal, trust: estimate, source: s}\n", file: "a.yml", name: "sample"
      ) { yaml throws(InputError) in throw yaml.error("no parents here", remedy: "none") }
    }
    #expect(found.hasPrefix("a.yml:4:55: error: gnss.ttff.hot.deviation: "), "\(found)")
    #expect(found.hasSuffix(expected), "\(found)")
  }

  @Test func wrongHeadingsNameTheirPlace() {
    #expect(
      deviceError("default_network: lte-short-tail", "default_netwrok: lte")
        == "a.yml:3:1: error: unknown key 'default_netwrok'; the nearest of the valid keys is 'default_network'")
    #expect(
      deviceError("default_network: lte-short-tail\n", "")
        == "a.yml:1:1: error: the key 'default_network' is missing; "
        + "add 'default_network: NAME'; devices without cellular say lte")
    #expect(
      deviceError("name: sample", "name: other")
        == "a.yml:1:7: error: name: the file's name says 'sample'; write 'name: sample' or remove the line")
    #expect(
      deviceError("default_network:", "without: [gnss]\ndefault_network:")
        == "a.yml:3:1: error: without: there is nothing to leave out without 'inherits'; "
        + "add 'inherits: NAME' or remove it")
  }

  @Test func unknownSectionsAndKeysNameTheNearest() {
    #expect(
      deviceError("\ngnss:", "\ngnns:").contains(
        "error: unknown key 'gnns'; the nearest of the valid keys is 'gnss'"))
    #expect(
      deviceError("  tracking_strong:", "  tracking_stong:").contains(
        "error: unknown key 'tracking_stong' in gnss; the nearest of the valid keys is 'tracking_strong'"))
  }

  @Test func missingKeysAreNamedAtTheirSection() {
    let text = ProfileWriter.text(of: SampleProfiles.device)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The whole section goes: what else stands in it is optional.
    var section: Substring = ""
    var without: [String] = []
    for line in lines {
      if !line.hasPrefix(" ") { section = line }
      if section != "base:" { without.append(String(line)) } else if line == section { without.append("base: {}") }
    }
    let found = failure {
      _ = try DeviceProfileReader.read(
        without.joined(separator: "\n"), file: "a.yml", name: "sample"
      ) { yaml throws(InputError) in throw yaml.error("no parents here", remedy: "none") }
    }
    let line = (without.firstIndex(of: "base: {}") ?? 0) + 1
    #expect(
      found
        == "a.yml:\(line):7: error: base.drain is missing; "
        + "add it (What the phone draws besides the other components); every profile has it")
  }

  @Test func correlationsNameKnownKeys() {
    #expect(
      deviceError("[gnss.acquiring, gnss.tracking_strong]", "[gnss.acquirng, gnss.tracking_strong]").contains(
        "correlations[0].between[0]: unknown value 'gnss.acquirng'; "
          + "the nearest of the valid values is 'gnss.acquiring'"))
    #expect(
      deviceError("value: 0.37", "value: 1.37").contains(
        "correlations[0].value: 1.37 is outside -1 to 1; write a value in this range"))
  }
}
