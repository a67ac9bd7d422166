import type { CheckStatus } from './finding.ts'
import type { CheckReport } from './run-checks.ts'

/** One line per finding, and a last one that counts them. */
export function printFindings(
  reports: readonly CheckReport[],
  print: (line: string) => void,
): void {
  const width = Math.max(...reports.map(({ check }) => check.length))
  for (const { status, check, found, fix } of reports) {
    const line = `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(width)}  ${found}`
    print(fix === undefined ? line : `${line} ${fix}`)
  }
  print(count(reports))
}

const STATUS_WIDTH = 'warning'.length

function count(reports: readonly CheckReport[]): string {
  const number = (status: CheckStatus) =>
    reports.filter((report) => report.status === status).length
  const counts = [
    `${number('ok')} ok`,
    `${number('warning')} to consider`,
    `${number('failure')} to fix`,
    `${number('skipped')} skipped`,
  ]
  return counts.join(', ')
}
