import ArgumentParser
package import Reports

extension ReportFigure: ExpressibleByArgument {}
