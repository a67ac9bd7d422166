import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { commitToAccount } from '#proof/commitment.ts'
import type { KeyEvidence } from '#proof/document.ts'
import { AudienceSchema } from '#shared/member-token.ts'
import { getHost, parseSite } from '#shared/site.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { explainBadVariables } from '#server/config/config-reader.ts'
import { parseConfig } from '#server/config/config.ts'
import { getWalletLinkLength } from '#server/config/public-url.ts'
import { parseVariable } from '#server/config/variables.ts'
import { writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import { STARTAPP_LENGTH } from '#shared/startapp.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'

const RUNS = 10_000
const SIGNED_RUNS = 200
const TIMEOUT_MS = 120_000
const NOW = Date.UTC(2026, 10, 20, 12)
const TON = createTonSigner({ kind: 'v4r2', seed: randomBytes(32), network: '-239' })
const TON_WALLET = `tvm:-239:${TON.address.replace(':', '%3A')}`
const EVM = privateKeyToAccount(`0x${'5c'.repeat(32)}`)
const TIMES = { issuedAt: NOW - 60_000, expiresAt: NOW + 600_000 }
const TERMS = { attemptId: 'Qm9yZWRBdHRlbXB0SWQtXw', nonce: randomBytes(32).toString('base64url') }
const ENVIRONMENT = {
  BOT_TOKEN: '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1',
  DATA_KEY: 'f1f1f1f100112233445566778899aabbccddeeff0123456789abcdef01234567',
  EVM: 'off',
}

type BotAccount = { telegramId: string; username: string | null }
type WrittenSite = { publicUrl: string; appName: string }
type Written = { wallet: string; evidence: object; sign: () => string | Promise<string> }

const Label = fc.string({
  unit: fc.constantFrom(...'abz09_-'.split('')),
  minLength: 1,
  maxLength: 9,
})
const OddLabel = fc.string({ unit: fc.constantFrom(...'aB.+!*%:@é[]/'.split('')), maxLength: 4 })
const Name = fc.array(fc.oneof({ weight: 30, arbitrary: Label }, OddLabel), { maxLength: 8 })
const Host = fc.oneof(
  { weight: 6, arbitrary: Name.map((labels) => labels.join('.')) },
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom('localhost', '[::1]', '127.0.0.1', '127.255.0.9', '127.0.0.256'),
)
const Port = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat(70_000))
const Origin = fc
  .tuple(fc.constantFrom('https', 'https', 'https', 'https', 'http'), Host, Port)
  .map(([scheme, host, port]) => `${scheme}://${host}${port === null ? '' : `:${port}`}`)
const Person = fc.record<BotAccount>({
  telegramId: fc.integer({ min: 1, max: 2 ** 52 }).map(String),
  username: fc.option(fc.stringMatching(/^[A-Za-z]\w{4,31}$/)),
})
const AppName = fc.oneof(
  fc.constant('Clasp'),
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.string({ unit: fc.constantFrom(...'a. \n'.split('')), maxLength: 9 }),
)

/** Null if one of the two variables is refused. */
function configure(url: string, name: string): WrittenSite | null {
  const [publicUrl, appName] = [parseVariable('PUBLIC_URL', url), parseVariable('APP_NAME', name)]
  return publicUrl.ok && appName.ok ? { publicUrl: publicUrl.value, appName: appName.value } : null
}

/** What a wallet is asked to sign for the site: the evidence of it, and how the wallet signs it. */
const WRITERS: Record<KeyEvidence['type'], (site: WrittenSite, user: BotAccount) => Written> = {
  'ton-proof': (site, { telegramId }) => {
    const { payload, ...members } = commit(site, telegramId)
    return {
      wallet: TON_WALLET,
      evidence: { type: 'ton-proof', ...members },
      sign: () => TON.sign({ ...members, payload }).proof.signature,
    }
  },
  'ton-text': (site, user) => {
    const { payload, ...members } = commit(site, user.telegramId)
    const text = writeTonText({ ...site, domain: getHost(site.publicUrl), user, payload, ...TIMES })
    return {
      wallet: TON_WALLET,
      evidence: { type: 'ton-text', ...members, text },
      sign: () => TON.signText({ ...members, text }).signature,
    }
  },
  'evm-message': (site, user) => {
    const account = { address: EVM.address, chainId: 1 }
    const message = writeEvmMessage({ ...site, user, account, ...TERMS, ...TIMES })
    return {
      wallet: `eip155:1:${EVM.address}`,
      evidence: { type: 'evm-message', message },
      sign: () => EVM.signMessage({ message }),
    }
  },
}

function commit({ publicUrl }: WrittenSite, telegramId: string) {
  const { nonce } = TERMS
  const domain = getHost(publicUrl)
  const payload = commitToAccount({ chain: 'tvm:-239', domain, telegramId, nonce })
  return { domain, nonce, timestamp: NOW / 1_000, stateInit: TON.stateInit, payload }
}

const Kind = fc.constantFrom('ton-proof', 'ton-text', 'evm-message')

/** Signatures of nobody, which are refused before they cost any time. */
const NO_SIGNATURE = {
  'ton-proof': Buffer.alloc(64, 0xff).toString('base64'),
  'ton-text': Buffer.alloc(64, 0xff).toString('base64'),
  'evm-message': `0x${'0'.repeat(128)}1b`,
}

test('what the configuration accepts as a site, a token accepts as its audience, and nothing else', () => {
  fc.assert(
    fc.property(Origin, (origin) => {
      const isSite = parseSite(origin) !== null
      expect(v.is(AudienceSchema, origin)).toBe(isSite)
      expect(parseVariable('TOKEN_AUDIENCES', origin).ok).toBe(isSite)
    }),
    { numRuns: RUNS },
  )
})

test(
  'what the configuration accepts of a site, the verifier reads in all that wallets are asked to sign; the rest is no site',
  { timeout: TIMEOUT_MS, tags: ['wide'] },
  async () => {
    const counts = { accepted: 0, refused: 0 }
    const property = fc.asyncProperty(
      Origin,
      AppName,
      Person,
      Kind,
      async (origin, name, user, kind) => {
        const site = configure(origin, name)
        counts[site === null ? 'refused' : 'accepted'] += 1
        if (site === null) return expectNoSite(origin, name)
        const { verdict, checks } = await verify(
          WRITERS[kind](site, user),
          NO_SIGNATURE[kind],
          user,
        )
        expect(verdict).toBe('refused')
        expect(checks?.filter(({ result }) => result !== 'passed')).toEqual([
          { check: 'signature', result: 'failed', reason: 'signature-invalid' },
        ])
      },
    )
    await fc.assert(property, { numRuns: RUNS })
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(RUNS / 5)
  },
)

test('what wallets sign for such a site is proven', async () => {
  const property = fc.asyncProperty(Origin, Person, Kind, async (origin, user, kind) => {
    const site = configure(origin, 'Clasp')
    if (site === null) return
    const written = WRITERS[kind](site, user)
    const { verdict } = await verify(written, await written.sign(), user)
    expect(verdict).toBe('proven')
  })
  await fc.assert(property, { numRuns: SIGNED_RUNS })
})

async function verify(
  { wallet, evidence }: Written,
  signature: string,
  { telegramId }: BotAccount,
) {
  const document = {
    format: 'clasp-proof/1',
    telegramId,
    wallet,
    evidence: { ...evidence, signature },
  }
  const verdict = await verifyProof(JSON.stringify(document), { now: NOW })
  return { checks: undefined, ...verdict }
}

/** A refused origin is no site, or no address of a browser's, or too long for a link; or the name is at fault. */
function expectNoSite(origin: string, appName: string): void {
  if (configure('https://app.example.com', appName) === null) return
  const isAddress = URL.canParse(origin) && new URL(origin).origin === origin
  const isLong = getWalletLinkLength(origin, '-'.repeat(8) + 'a'.repeat(35)) > STARTAPP_LENGTH
  expect(isAddress && !isLong ? parseSite(origin) : null).toBeNull()
}

test.each([
  [`https://${'a'.repeat(121)}.example`, 'at most 128 characters'],
  [`https://${'a-'.repeat(17)}.example`, 'Wallet in Telegram would exceed 512 characters'],
  ['https://app.example.com:8443', 'https origin without path or port'],
  ['https://app.example.com.', 'https origin without path or port'],
])('the start refuses %s and says why', (publicUrl, reason) => {
  const parsed = parseConfig({ ...ENVIRONMENT, PUBLIC_URL: publicUrl })
  expect(parsed.ok ? '' : explainBadVariables(parsed.bad)).toContain(reason)
})
