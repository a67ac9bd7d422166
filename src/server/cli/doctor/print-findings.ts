import type { Status } from './finding.ts'
import type { Report } from './run-checks.ts'

/** One line a finding, and a last one that counts them. */
export function printFindings(reports: readonly Report[], print: (line: string) => void): void {
  const width = Math.max(...reports.map(({ check }) => check.length))
  for (const { status, check, found, mend } of reports) {
    const line = `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(width)}  ${found}`
    print(mend === undefined ? line : `${line} ${mend}`)
  }
  print(count(reports))
}

const STATUS_WIDTH = 'warning'.length

function count(reports: readonly Report[]): string {
  const number = (status: Status) => reports.filter((report) => report.status === status).length
  const counts = [
    `${number('ok')} ok`,
    `${number('warning')} to consider`,
    `${number('failure')} to mend`,
    `${number('skipped')} skipped`,
  ]
  return counts.join(', ')
}
