import { expect, test } from 'vitest'
import { checkContentSecurityPolicy } from '#server/cli/doctor/checks/content-security-policy.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import {
  contentSecurityPolicy,
  type EvmSources,
  REOWN,
  TELEGRAM_WEB_ORIGINS,
} from '#server/http/content-security-policy.ts'
import { jsonReply, lines, startSite, testAsk } from '#tests/support/doctor-site.ts'

const BRIDGE = 'https://bridge.example'
const WALLETS = [
  {
    app_name: 'wallet',
    name: 'Wallet',
    image: 'https://wallet.example/icon.png',
    bridge: [{ type: 'sse', url: `${BRIDGE}/bridge` }],
  },
]
const policyFor = (evm: EvmSources | null) =>
  contentSecurityPolicy({
    scriptHashes: ["'sha256-abc'"],
    bridgeOrigins: [BRIDGE],
    evm,
    frameAncestors: TELEGRAM_WEB_ORIGINS,
  })
const OURS = policyFor(null)

async function check(
  headers: Record<string, string>,
  { wallets = WALLETS, evm = 'off' }: { wallets?: unknown; evm?: EvmPolicy } = {},
) {
  const site = await startSite({ '/': { headers }, '/wallets.json': jsonReply(wallets) })
  return lines(await checkContentSecurityPolicy({ publicUrl: site.url, evm, ask: testAsk() }))
}

test('the policy that the server sets is well', async () => {
  expect(await check({ 'content-security-policy': OURS })).toEqual([
    'ok: The Content-Security-Policy arrives as Clasp set it.',
  ])
})

test.each(['in-app', 'browser'] as const)(
  'EVM=%s: a policy that lets the page reach Reown is well, and one that does not is a failure',
  async (evm) => {
    expect(await check({ 'content-security-policy': policyFor(REOWN) }, { evm })).toEqual([
      'ok: The Content-Security-Policy arrives as Clasp set it.',
    ])
    expect(await check({ 'content-security-policy': OURS }, { evm })).toEqual([
      `failure: connect-src of the policy does not have ${REOWN.connect.join(', ')}.`,
      `failure: frame-src of the policy does not have ${REOWN.frame.join(', ')}.`,
    ])
  },
)

test.each([
  ['no policy', {}, 'The page comes without Content-Security-Policy.'],
  [
    'a second policy from a proxy',
    { 'content-security-policy': `${OURS}, frame-ancestors 'self'` },
    'The page comes with two Content-Security-Policies, and browsers obey both.',
  ],
  [
    'a loose default-src',
    { 'content-security-policy': OURS.replace("default-src 'none'", "default-src 'self'") },
    "The policy does not start with default-src 'none'.",
  ],
  [
    'inline scripts',
    { 'content-security-policy': OURS.replace("'sha256-abc'", "'unsafe-inline'") },
    "The policy lets scripts in by 'unsafe-inline'.",
  ],
  [
    'eval',
    { 'content-security-policy': OURS.replace("'sha256-abc'", "'unsafe-eval'") },
    "The policy lets scripts in by 'unsafe-eval'.",
  ],
  [
    "a frame without Telegram's web clients",
    { 'content-security-policy': OURS.replace(/frame-ancestors .*/, "frame-ancestors 'self'") },
    `frame-ancestors of the policy does not have ${TELEGRAM_WEB_ORIGINS.join(', ')}.`,
  ],
  [
    'a bridge that the page may not reach',
    { 'content-security-policy': OURS.replace(` ${BRIDGE}`, '') },
    `connect-src of the policy does not have ${BRIDGE}.`,
  ],
  [
    'X-Frame-Options from a proxy',
    { 'content-security-policy': OURS, 'x-frame-options': 'SAMEORIGIN' },
    "X-Frame-Options keeps Telegram's web clients from showing the page.",
  ],
])('%s is a failure', async (_, headers, found) => {
  expect(await check(headers)).toEqual([`failure: ${found}`])
})

test('a list of wallets that cannot be read is a failure', async () => {
  expect(await check({ 'content-security-policy': OURS }, { wallets: { not: 'a list' } })).toEqual([
    'failure: /wallets.json is not the list of wallets.',
  ])
})
