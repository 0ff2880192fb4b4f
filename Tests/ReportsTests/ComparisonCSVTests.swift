import Analysis
import Quantities
import Reports
import Testing

@Suite struct ComparisonCSVTests {
  /// The columns users' scripts rely on, in their order.
  @Test func columnsAreThePromisedOnes() {
    let promised = """
      strategy,device,scenario,seeds,duration_s,energy_J,energy_J_p5,energy_J_p95,energy_J_ci95_low,\
      energy_J_ci95_high,energy_J_p2_5,energy_J_p97_5,marginal_energy_J,marginal_energy_J_p5,marginal_energy_J_p95,\
      drain_percent_per_hour,drain_percent_per_hour_p5,drain_percent_per_hour_p95,drain_percent_per_hour_ci95_low,\
      drain_percent_per_hour_ci95_high,drain_percent_per_hour_p2_5,drain_percent_per_hour_p97_5,average_power_mW,\
      average_power_mW_p5,average_power_mW_p95,\
      gnss_J,wifi_J,cellular_J,bluetooth_J,processor_J,base_J,error_p50_m,error_p68_m,error_p95_m,age_p50_s,age_p95_s,\
      track_error_p50_m,track_error_p95_m,track_coverage,deliveries_per_hour,locations_per_hour,wakeups_per_hour,\
      uploads_per_hour,first_fix_s,availability,battery_empty_h,lifetime_h,time_to_good_fix_s,good_fix_share,\
      energy_per_good_fix_J,watch_energy_J,watch_drain_percent_per_hour,watch_wakeups_per_hour,link_parcels_per_hour,\
      watch_battery_empty_h,event_latency_p50_s,event_latency_p95_s,missed_events,false_events,\
      way_error_p50_m,way_error_p95_m,way_coverage,way_age_p95_s,note
      """
    #expect(ComparisonCSV.columns.joined(separator: ",") == promised)
  }

  @Test func everyRowHasEveryColumnAndMissingIsEmpty() throws {
    let lines = ComparisonCSV().render(SampleReports.report(seeds: 1)).split(separator: "\n")
    #expect(lines.count == SampleReports.everyday.count + 1)
    for line in lines { #expect(line.count { $0 == "," } == ComparisonCSV.columns.count - 1) }
    let none = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    let column = try #require(ComparisonCSV.columns.firstIndex(of: "error_p95_m"))
    #expect(none[column].isEmpty)
    #expect(none[try #require(ComparisonCSV.columns.firstIndex(of: "energy_J_ci95_low"))].isEmpty)
    #expect(none[try #require(ComparisonCSV.columns.firstIndex(of: "marginal_energy_J"))] == "0")
    #expect(none[try #require(ComparisonCSV.columns.firstIndex(of: "availability"))] == "0")
  }

  @Test func numbersReadBackExactly() throws {
    let report = SampleReports.report(seeds: 5)
    let lines = ComparisonCSV().render(report).split(separator: "\n")
    for (row, line) in zip(report.rows, lines.dropFirst()) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      for metric in Metric.allCases {
        let column = try #require(ComparisonCSV.columns.firstIndex(of: metric.column))
        #expect(Double(cells[column]) == row[metric]?.mean)
      }
    }
  }
}
