import * as v from 'valibot'
import type { EvmPolicy } from '#shared/boot.ts'
import { REOWN, TELEGRAM_WEB_ORIGINS } from '#server/http/content-security-policy.ts'
import { bridgeOrigins, WalletEntrySchema } from '#server/wallets-list/wallet-entry.ts'
import { type Probe, getJson } from '../ask.ts'
import { failure, type Finding, okUnless } from '../finding.ts'

type Deps = { publicUrl: string; evm: EvmPolicy; ask: Probe }

const KEEP_OURS = 'Let the proxy leave the headers alone that Clasp sets.'
const NO_FRAME_OPTIONS =
  'Take X-Frame-Options out of the proxy: frame-ancestors of Clasp says who may frame it.'

/** Whether the policy reaches the member's browser unchanged by proxies. */
export async function checkContentSecurityPolicy({
  publicUrl,
  evm,
  ask,
}: Deps): Promise<Finding[]> {
  const [page, list] = await Promise.all([ask(`${publicUrl}/`), ask(`${publicUrl}/wallets.json`)])
  if (page.kind === 'no-answer' || page.status !== 200) {
    return failure('The page of the Mini App does not load.', 'Check the log of Clasp.')
  }
  const reown = evm === 'off' ? { connect: [], frame: [] } : REOWN
  const origins = list.kind === 'answered' ? findOrigins(list.body) : null
  const faults = [
    ...checkPolicies(page.headers.get('content-security-policy'), {
      connect: [...(origins ?? []), ...reown.connect],
      frame: reown.frame,
    }),
    ...checkFrameOptions(page.headers),
    ...(origins ? [] : failure('/wallets.json is not the list of wallets.', KEEP_OURS)),
  ]
  return okUnless(faults, 'The Content-Security-Policy arrives as Clasp set it.')
}

function findOrigins(body: Uint8Array): string[] | null {
  const parsed = v.safeParse(v.array(WalletEntrySchema), getJson(body))
  return parsed.success ? bridgeOrigins(parsed.output) : null
}

/** Origins that the page must reach, and origins that it must be able to frame. */
type WantedSources = { connect: readonly string[]; frame: readonly string[] }

function checkPolicies(header: string | null, wanted: WantedSources): Finding[] {
  if (header === null) return failure('The page comes without Content-Security-Policy.', KEEP_OURS)
  const policies = header.split(',')
  if (policies.length > 1) {
    return failure(
      'The page comes with two Content-Security-Policies, and browsers obey both.',
      'Take the one of the proxy out.',
    )
  }
  return checkDirectives(parsePolicy(header), wanted)
}

type PolicyDirectives = ReadonlyMap<string, readonly string[]>

/** CSP level 3 §2.2.1: if a directive occurs twice, the first counts. */
function parsePolicy(policy: string): PolicyDirectives {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/)
    if (!directives.has(name)) directives.set(name.toLowerCase(), values)
  }
  return directives
}

function checkDirectives(policy: PolicyDirectives, wanted: WantedSources): Finding[] {
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? []
  const unsafe = scripts.filter((source) => UNSAFE.has(source.toLowerCase()))
  return [
    ...faultIf(
      policy.get('default-src')?.join(' ') !== "'none'",
      "The policy does not start with default-src 'none'.",
    ),
    ...faultIf(unsafe.length > 0, `The policy lets scripts in by ${unsafe.join(' and ')}.`),
    ...findMissing(policy, 'frame-ancestors', TELEGRAM_WEB_ORIGINS),
    ...findMissing(policy, 'connect-src', wanted.connect),
    ...findMissing(policy, 'frame-src', wanted.frame),
  ]
}

const UNSAFE = new Set(["'unsafe-inline'", "'unsafe-eval'"])

function findMissing(
  policy: PolicyDirectives,
  directive: string,
  wanted: readonly string[],
): Finding[] {
  const present = policy.get(directive) ?? []
  const missing = wanted.filter((origin) => !present.includes(origin))
  return faultIf(
    missing.length > 0,
    `${directive} of the policy does not have ${missing.join(', ')}.`,
  )
}

function faultIf(isFault: boolean, found: string): Finding[] {
  return isFault ? failure(found, KEEP_OURS) : []
}

function checkFrameOptions(headers: Headers): Finding[] {
  if (!headers.has('x-frame-options')) return []
  return failure(
    "X-Frame-Options keeps Telegram's web clients from showing the page.",
    NO_FRAME_OPTIONS,
  )
}
