import { statfs } from 'node:fs/promises'
import type { Command } from '../command.ts'
import { defineCommand } from '../define-command.ts'
import { parseFlags } from '../parse-flags.ts'
import { createSecretFilter } from './hide-secrets.ts'
import { listChecks, type Environs } from './list-checks.ts'
import { createCertificateReader } from './read-certificate.ts'
import { type CheckReport, runChecks } from './run-checks.ts'
import { usableConfig } from './usable-config.ts'
import type { CheckStatus } from './finding.ts'

const STATUS_WIDTH = 'warning'.length

/** A check that waits for two others takes at most three times this. */
const CHECK_TIMEOUT_MS = 5_000

const USAGE = `Usage:
  npm run doctor             looks for faults, and says how to fix them
  npm run -s doctor -- --json   tells the same as one JSON document`

/** `doctor [--json]`: finds faults of this configuration, this machine and the services it uses. */
export const doctor = createDoctor({
  readCertificate: createCertificateReader(),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
})

/** @param checkTimeoutMs how long one check may take */
export function createDoctor(outside: Environs, checkTimeoutMs = CHECK_TIMEOUT_MS): Command {
  return defineCommand(USAGE, async (args, context) => {
    const { values } = parseFlags({ args, options: { json: { type: 'boolean', default: false } } })
    const usable = usableConfig(context.environment)
    const checks = listChecks({ ...context, ...outside, ...usable })
    const found = await runChecks(checks, { bad: usable.bad, timeoutMs: checkTimeoutMs })
    const reports = withoutSecrets(found, createSecretFilter(context.environment))
    if (values.json) context.print(JSON.stringify(reports, null, 2))
    else printFindings(reports, context.print)
    return reports.some(({ status }) => status === 'failure') ? 1 : 0
  })
}

function withoutSecrets(reports: CheckReport[], hide: (text: string) => string): CheckReport[] {
  return reports.map(({ fix, found, ...report }) => ({
    ...report,
    found: hide(found),
    ...(fix === undefined ? {} : { fix: hide(fix) }),
  }))
}

/** One line per finding, and a last one that counts them. */
function printFindings(reports: readonly CheckReport[], print: (line: string) => void): void {
  const width = Math.max(...reports.map(({ check }) => check.length))
  for (const { status, check, found, fix } of reports) {
    const line = `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(width)}  ${found}`
    print(fix === undefined ? line : `${line} ${fix}`)
  }
  print(count(reports))
}

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
