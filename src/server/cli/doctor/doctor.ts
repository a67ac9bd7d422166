import { writeUsage } from '#server/config/command-line.ts'
import { statfs } from 'node:fs/promises'
import { type Command, defineCommand, parseFlags } from '../command.ts'
import { listChecks, type Environs } from './list-checks.ts'
import { createCertificateReader } from './read-certificate.ts'
import { type CheckReport, runChecks } from './run-checks.ts'
import { usableConfig } from './usable-config.ts'
import type { CheckStatus } from './finding.ts'
import type { Environment } from '#server/config/environment.ts'

const STATUS_WIDTH = 'warning'.length

/** A check that waits for two others takes at most three times this. */
const CHECK_TIMEOUT_MS = 5_000

const USAGE = writeUsage([
  ['doctor', 'looks for faults, and says how to fix them'],
  ['doctor --json', 'prints the same as one JSON document'],
])

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

const SECRET_NAMES = new Set([
  'BOT_TOKEN',
  'DATA_KEY',
  'TELEGRAM_WEBHOOK_SECRET',
  'WEBHOOK_SIGNING_SECRET',
  'TON_API_KEY',
  'SAFE_API_KEY',
  'METRICS_TOKEN',
])
/** URLs in which every part may be a key; in other URLs only the password is one. */
const KEYED_URL = /^(?:WEBHOOK_URL|TON_API_URL|SAFE_API_URL|TELEGRAM_API_ROOT|EVM_RPC_\w+)$/
/** Shorter texts occur in ordinary words. */
const SHORTEST_SECRET = 6
/** Shorter parts of a path are ordinary words. */
const SHORTEST_STEP = 16

/**
 * A second safeguard: checks never print secrets, and this filter blanks out any that one prints by mistake.
 *
 * @param environment usable or not: a malformed secret is still one
 */
export function createSecretFilter(environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => getSecrets(name, value))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

function getSecrets(name: string, value: string): string[] {
  const parts = value.split(',').map((part) => part.trim())
  if (SECRET_NAMES.has(name)) return [value, ...parts]
  const urls = parts.filter((part) => URL.canParse(part)).map((part) => new URL(part))
  const keys = KEYED_URL.test(name) ? urls.flatMap(getKeys) : []
  return urls.flatMap(getPasswords).concat(keys)
}

function getPasswords({ password, searchParams }: URL): string[] {
  return [password, decode(password), searchParams.get('password') ?? '']
}

function getKeys({ pathname, search, searchParams }: URL): string[] {
  const steps = pathname.split('/').filter((step) => step.length >= SHORTEST_STEP)
  return [search, ...searchParams.values(), ...steps]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
