import Analysis
import Core
import Testing

@testable import Reports

@Suite struct ComparisonCSVTests {
  static let columns = SampleReports.report(seeds: 1).document.csvColumns

  /// The columns users' scripts rely on: what people read first, in the order of their table, then the rest.
  @Test func columnsAreThePromisedOnes() {
    let promised = """
      strategy,device,network,platform,scenario,use,seeds,duration_s,hours,battery_percent,battery_percent_p5,\
      battery_percent_p95,watch_drain_percent_per_hour,track_in_30m,distance_error,events_in_5min,now_in_100m_moving,\
      now_in_100m_all_day,server_in_100m_moving,server_in_100m_all_day,error_p95_m,moving_error_p95_m,event_latency_p50_s,missed_events,\
      false_events,availability,moving_age_p95_s,moving_coverage,true_events,drain_percent_per_hour,drain_percent_per_hour_p5,\
      drain_percent_per_hour_p95,drain_percent_per_hour_ci95_low,drain_percent_per_hour_ci95_high,\
      drain_percent_per_hour_p2_5,drain_percent_per_hour_p97_5,average_power_mW,average_power_mW_p5,average_power_mW_p95,\
      error_p50_m,moving_error_p50_m,age_p95_s,event_latency_p95_s,first_fix_s,locations_per_hour,deliveries_per_hour,\
      wakeups_per_hour,uploads_per_hour,battery_empty_h,time_to_good_fix_s,searches_in_50m_30s,entries_in_5min,exits_in_5min,track_in_10m,energy_J,energy_J_p5,\
      energy_J_p95,energy_J_ci95_low,energy_J_ci95_high,energy_J_p2_5,energy_J_p97_5,gnss_J,wifi_J,cellular_J,\
      bluetooth_J,processor_J,base_J,error_p68_m,age_p50_s,track_error_p50_m,track_error_p95_m,track_coverage,lifetime_h,\
      energy_per_good_fix_J,watch_energy_J,watch_wakeups_per_hour,link_messages_per_hour,watch_battery_empty_h,\
      indicator_share,receiver_share,wake_lock_h,marginal_energy_J,marginal_energy_J_p5,marginal_energy_J_p95,marginal_drain_percent_per_hour,\
      marginal_drain_percent_per_hour_p5,marginal_drain_percent_per_hour_p95,note
      """
    #expect(Self.columns.joined(separator: ",") == promised)
  }

  /// Every metric is described once, and each has a column of its own.
  @Test func everyMetricHasAColumn() {
    #expect(Set(Metric.allCases.map(\.column)).count == Metric.allCases.count)
    #expect(Metric.allCases.allSatisfy { Self.columns.contains($0.column) && !$0.descriptor.note.isEmpty })
    let ranks = Metric.allCases.map(\.descriptor).filter { !$0.heading.isEmpty }.map(\.rank)
    #expect(Set(ranks).count == ranks.count)
    // Wake locks stand last, so that files keep the order of their columns.
    let others = Metric.allCases.filter { $0 != .wakeLocks }.map(\.descriptor)
    #expect(others.allSatisfy { $0.heading.isEmpty == ($0.rank == .max) })
  }

  @Test func everyRowHasEveryColumnAndMissingIsEmpty() throws {
    let lines = DocumentCSV().render(SampleReports.report(seeds: 1)).split(separator: "\n")
    #expect(lines.count == SampleReports.everyday.count + 1)
    for line in lines { #expect(line.count { $0 == "," } == Self.columns.count - 1) }
    let none = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    let column = try #require(Self.columns.firstIndex(of: "error_p95_m"))
    #expect(none[column].isEmpty)
    #expect(none[try #require(Self.columns.firstIndex(of: "energy_J_ci95_low"))].isEmpty)
    #expect(none[try #require(Self.columns.firstIndex(of: "marginal_energy_J"))] == "0")
    #expect(none[try #require(Self.columns.firstIndex(of: "availability"))] == "0")
  }

  @Test func numbersReadBackExactly() throws {
    let report = SampleReports.report(seeds: 5)
    let lines = DocumentCSV().render(report).split(separator: "\n")
    for (row, line) in zip(report.rows, lines.dropFirst()) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      for metric in Metric.allCases {
        let column = try #require(Self.columns.firstIndex(of: metric.column))
        #expect(Double(cells[column]) == row[metric]?.mean)
      }
    }
  }
}
