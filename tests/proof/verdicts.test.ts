import { describe, expect, test } from 'vitest'
import type { ProofDocument, Quorum } from '#proof/document.ts'
import { CLOCKS_DIFFER_S } from '#proof/check-time.ts'
import { getTime } from '#proof/signed-facts.ts'
import type { Verdict } from '#proof/verdict.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import {
  findVector,
  makeProofVectors,
  readDocument,
  trustOf,
} from '#tests/support/proof-vectors.ts'

const vectors = await makeProofVectors()
const AT = 1_764_000_000
/** A year after the vectors were signed. */
const NOW = (AT + 365 * 86_400) * 1_000

const find = (name: string) => findVector(vectors, name)
const read = (name: string) => readDocument(find(name))
const verify = (document: ProofDocument | string, now = NOW) =>
  verifyProof(typeof document === 'string' ? document : JSON.stringify(document), { now })

function verdictOn(name: string): Promise<Verdict> {
  return verifyProof(find(name).document, { now: NOW, ...trustOf(find(name)) })
}

const TWO_OF_THREE = { signed: 2, of: 3, needed: 2 }
const BY_OWNERS = { site: { word: 'owners' }, time: { word: 'owners' } }
const BY_WALLET = { site: { word: 'wallet' }, time: { word: 'wallet' } }
const BY_MESSAGE = { site: { word: 'message' }, time: { word: 'message' } }
const launch = { type: 'launch', botId: '6000000001', signedAt: AT + 120, key: 'simulated' }
const login = {
  type: 'login',
  botId: '6000000001',
  signedAt: AT + 120,
  expiresAt: AT + 3_720,
  key: { kid: 'test-rs256-1', trusted: { name: 'simulated', until: null } },
}

describe('what follows from a document of which no check fails', () => {
  test.each([
    ['ton-proof-v4r2', 'proven', { type: 'ton-proof', word: 'key' }, BY_WALLET],
    ['ton-proof-anchor-key', 'open', { type: 'ton-proof', word: 'document' }, BY_WALLET],
    [
      'ton-text-v4r2',
      'proven',
      { type: 'ton-text', word: 'key' },
      { site: { word: 'message' }, time: { word: 'wallet' } },
    ],
    ['evm-message-key', 'proven', { type: 'evm-message', word: 'key' }, BY_MESSAGE],
    ['evm-message-time-in-statement', 'proven', { word: 'key' }, BY_MESSAGE],
    [
      'evm-message-site-local',
      'proven',
      { word: 'key' },
      { site: { word: 'message', domain: '127.0.0.1:8080' } },
    ],
    ['evm-contract', 'open', { type: 'evm-contract', word: 'document' }, BY_MESSAGE],
    [
      'safe-two-of-three',
      'open',
      { type: 'safe', word: 'document', owners: TWO_OF_THREE },
      BY_MESSAGE,
    ],
    ['quorum-ton', 'open', { type: 'quorum', word: 'document', owners: TWO_OF_THREE }, BY_OWNERS],
    ['quorum-ton-withheld', 'open', { word: 'document', owners: TWO_OF_THREE }, BY_OWNERS],
    ['quorum-safe', 'open', { word: 'document', owners: TWO_OF_THREE }, BY_OWNERS],
    [
      'telegram-signed',
      'proven',
      { type: 'ton-proof', word: 'key' },
      { ...BY_WALLET, telegram: launch },
    ],
    [
      'login-signed',
      'proven',
      { type: 'ton-proof', word: 'key' },
      { ...BY_WALLET, telegram: login },
    ],
    [
      'login-unknown-key',
      'open',
      { word: 'key' },
      { telegram: { key: { kid: 'test-rs256-2', trusted: null } } },
    ],
    [
      'login-safe-unknown-key',
      'open',
      { type: 'safe', word: 'document', owners: TWO_OF_THREE },
      { telegram: { key: { trusted: null } } },
    ],
    [
      'login-by-former-key',
      'proven',
      { word: 'key' },
      { telegram: { key: { kid: 'test-es256-1', trusted: { until: AT + 600 } } } },
    ],
  ])('%s is %s', async (name, verdict, claim, stated: object) => {
    expect(await verdictOn(name)).toMatchObject({
      verdict,
      facts: {
        claim: { wallet: read(name).wallet, telegramId: '5000000001', owners: null, ...claim },
        telegram: null,
        ...stated,
      },
    })
  })

  test.each([0, 1])('a quorum was signed when the last owner agreed: number %i', (last) => {
    const { evidence } = read('quorum-safe')
    if (evidence.type !== 'quorum') throw new Error('no quorum')
    const agreements = evidence.agreements.map((agreement, index) =>
      index === last ? agreedIn2030(agreement) : agreement,
    )
    expect(getTime({ ...evidence, agreements })).toBe(1_893_456_000)
  })
})

type SignedAgreement = Quorum['agreements'][number]

function agreedIn2030(agreement: SignedAgreement): SignedAgreement {
  if (!('evidence' in agreement) || agreement.evidence.type !== 'evm-message') return agreement
  const { message } = agreement.evidence
  const later = message.replace(/Issued At: .+/, 'Issued At: 2030-01-01T00:00:00.000Z')
  return { ...agreement, evidence: { ...agreement.evidence, message: later } }
}

describe('why a document does not hold', () => {
  test.each([
    ['ton-proof-former-key', 'key', 'key-differs'],
    ['ton-proof-no-chain-key', 'key', 'key-missing'],
    ['ton-proof-unknown-code-undeployed', 'key', 'key-differs'],
    ['ton-proof-muted-key', 'key', 'key-may-not-sign'],
    ['ton-proof-no-key-in-data', 'key', 'key-not-in-data'],
    ['ton-proof-needless-chain-key', 'key', 'key-not-expected'],
    ['ton-proof-other-domain', 'signature', 'signature-invalid'],
    ['ton-proof-other-state-init', 'state-init', 'state-init-of-another-account'],
    ['ton-proof-broken-state-init', 'state-init', 'state-init-malformed'],
    ['ton-text-other-account', 'text', 'text-differs'],
    ['ton-text-account-then-more', 'text', 'text-differs'],
    ['evm-message-other-account', 'message', 'message-differs'],
    ['evm-message-statement-then-more', 'message', 'message-differs'],
    ['evm-message-other-signer', 'signature', 'signature-invalid'],
    ['evm-contract-other-chain', 'message', 'message-differs'],
    ['safe-other-chain', 'message', 'message-differs'],
    ['safe-swapped-signatures', 'signatures', 'signer-differs'],
    ['safe-signer-not-owner', 'signatures', 'signer-not-owner'],
    ['quorum-too-few-shown', 'agreements', 'too-few-agreements'],
    ['quorum-not-among', 'agreements', 'account-not-among-agreements'],
    ['quorum-not-owner', 'agreements', 'signer-not-owner'],
    ['quorum-other-multisig', 'agreements', 'agreement-invalid'],
    ['quorum-text-other-multisig', 'agreements', 'agreement-invalid'],
    ['quorum-text-test-network', 'agreements', 'agreement-invalid'],
    ['quorum-text-no-multisig', 'agreements', 'agreement-invalid'],
    ['quorum-text-two-multisigs', 'agreements', 'agreement-invalid'],
    ['quorum-text-other-purpose', 'agreements', 'agreement-invalid'],
    ['quorum-other-domain', 'agreements', 'domains-differ'],
    ['telegram-other-bot', 'telegram-signature', 'signature-invalid'],
    ['telegram-repeated-id', 'telegram-signature', 'launch-malformed'],
    ['telegram-other-account', 'telegram-account', 'launch-of-another-account'],
    ['telegram-other-proof', 'telegram-proof', 'launch-of-another-proof'],
    ['launch-by-unknown-key', 'telegram-signature', 'signature-invalid'],
    ['ton-proof-in-9999', 'time', 'time-in-future'],
    ['evm-message-in-9999', 'time', 'time-in-future'],
    ['quorum-in-9999', 'time', 'time-in-future'],
    ['evm-message-after-expiry', 'time', 'time-outside-its-text'],
    ['ton-text-after-expiry', 'time', 'time-outside-its-text'],
    ['ton-text-before-it-held', 'time', 'time-outside-its-text'],
    ['telegram-older-than-proof', 'telegram-time', 'launch-before-proof'],
    ['telegram-in-9999', 'telegram-time', 'launch-in-future'],
    ['login-other-client', 'telegram-signature', 'login-of-another-bot'],
    ['login-two-clients', 'telegram-signature', 'login-malformed'],
    ['login-other-issuer', 'telegram-signature', 'login-of-another-issuer'],
    ['login-same-kid', 'telegram-signature', 'key-differs'],
    ['login-after-former-key', 'telegram-signature', 'key-outdated'],
    ['login-altered', 'telegram-signature', 'signature-invalid'],
    ['login-alg-none', 'telegram-signature', 'signature-invalid'],
    ['login-other-alg', 'telegram-signature', 'signature-invalid'],
    ['login-other-kid', 'telegram-signature', 'signature-invalid'],
    ['login-unknown-extension', 'telegram-signature', 'signature-invalid'],
    ['login-no-nonce', 'telegram-signature', 'login-malformed'],
    ['login-subject-only', 'telegram-signature', 'login-malformed'],
    ['login-repeated-id', 'telegram-signature', 'login-malformed'],
    ['login-other-account', 'telegram-account', 'login-of-another-account'],
    ['login-other-nonce', 'telegram-proof', 'login-of-another-proof'],
    ['login-older-than-proof', 'telegram-time', 'login-before-proof'],
    ['login-in-9999', 'telegram-time', 'login-in-future'],
    ['login-not-expired', 'telegram-time', 'login-not-expired'],
  ])('%s: the check of the %s fails, %s', async (name, check, reason) => {
    const verdict = await verdictOn(name)
    expect(verdict.verdict).toBe('refused')
    const checks = 'checks' in verdict ? verdict.checks : []
    // The verifier stops at the first check that fails.
    expect(checks.findIndex(({ result }) => result === 'failed')).toBe(checks.length - 1)
    expect(checks.at(-1)).toEqual({ check, result: 'failed', reason })
  })
})

test('attack: a time in the future is refused, and clocks may differ by ten minutes', async () => {
  const document = read('ton-proof-v4r2')
  const at = async (now: number) => (await verify(document, now * 1_000)).verdict
  expect(await at(AT - CLOCKS_DIFFER_S)).toBe('proven')
  expect(await at(AT - CLOCKS_DIFFER_S - 1)).toBe('refused')
})

test('Telegram’s signature is not looked at where the evidence does not hold', async () => {
  const document = read('telegram-signed')
  const { evidence } = document
  if (evidence.type !== 'ton-proof') throw new Error('no ton_proof')
  const changed = { ...document, evidence: { ...evidence, timestamp: evidence.timestamp + 1 } }
  expect(await verify(changed)).toEqual({
    verdict: 'refused',
    checks: [
      { check: 'state-init', result: 'passed' },
      { check: 'key', result: 'passed' },
      { check: 'signature', result: 'failed', reason: 'signature-invalid' },
    ],
  })
})

async function outcomeOf(text: string) {
  const verdict = await verify(text)
  return verdict.verdict === 'unreadable' ? verdict.reason : verdict.verdict
}

describe('why a text is no document', () => {
  test.each([
    ['form-not-json', { reason: 'not-json' }],
    ['form-repeated-member', { reason: 'repeated-member' }],
    ['form-escaped-repeat', { reason: 'repeated-member' }],
    ['form-array', { reason: 'unknown-format' }],
    ['form-version', { reason: 'unknown-format' }],
    ['form-too-long', { reason: 'too-long' }],
    ['form-unknown-member', { reason: 'malformed', at: 'level' }],
    ['form-unknown-evidence-member', { reason: 'malformed', at: 'evidence.app' }],
    ['form-missing-member', { reason: 'malformed', at: 'evidence.timestamp' }],
    ['form-padded-id', { reason: 'malformed', at: 'telegramId' }],
    ['form-unescaped-colon', { reason: 'malformed', at: 'wallet' }],
    ['form-other-family', { reason: 'malformed' }],
    ['safe-too-few', { reason: 'malformed', at: 'evidence' }],
  ])('is said of %s', async (name, reason) => {
    const verdict = await verdictOn(name)
    expect(verdict).toEqual({ verdict: 'unreadable', ...reason })
  })

  test.each([
    ['null', 'null'],
    ['a string', '"clasp-proof/1"'],
    ['a number', '1'],
    ['an object without a format', '{"telegramId":"1"}'],
  ])('%s is of no known format', async (_, text) => {
    expect(await verify(text)).toEqual({ verdict: 'unreadable', reason: 'unknown-format' })
  })

  test('only the first member that is malformed is named', async () => {
    const changed = { ...read('ton-proof-v4r2'), telegramId: '01', wallet: 'nobody' }
    const verdict = await verify(changed)
    expect(verdict).toEqual({ verdict: 'unreadable', reason: 'malformed', at: 'telegramId' })
  })

  test('a document has at most 262,144 bytes in UTF-8, and may have as many', async () => {
    const { document } = find('ton-proof-v4r2')
    const fill = 256 * 1_024 - document.length
    expect(await outcomeOf(document + ' '.repeat(fill))).toBe('proven')
    expect(await outcomeOf(document + ' '.repeat(fill + 1))).toBe('too-long')
    // As many characters, of two bytes each.
    expect(await outcomeOf('é'.repeat(256 * 1_024))).toBe('too-long')
    expect(await outcomeOf('é'.repeat(128 * 1_024))).toBe('not-json')
  })
})
