import { describe, expect, test } from 'vitest'
import { parseHtml } from '#demo/telegram/formatted-text.ts'
import { describeClaim } from '#server/bot/describe-claim.ts'
import { writeSentence } from '#server/bot/messages/proof-texts.ts'
import type { StoredMultisig, StoredWallet } from '#server/store/database/stored.ts'
import { LANGUAGES } from '#shared/languages.ts'
import {
  provenSafe,
  provenTonMultisig,
  sampleSafe,
  sampleTonMultisig,
} from '#tests/support/multisig-samples.ts'
import { sampleWallet } from '#tests/support/store-samples.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000

const LINK = {
  id: 'wallet',
  userId: 'ada',
  label: null,
  primary: true,
  verifiedAt: NOW,
  staleAt: null,
  multisig: null,
}
const TON: StoredWallet = {
  ...LINK,
  ...sampleWallet({ address: `0:${'ab'.repeat(32)}` }),
}
const EVM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const CONTRACT: StoredWallet = {
  ...LINK,
  family: 'evm',
  chainId: 8453,
  address: EVM_ADDRESS,
  kind: 'contract',
  level: 'account',
  binding: 'hash',
  keySource: 'contract',
}
const OWNERS = ['1', '2', '3', '4', '5'].map((digit) => `0x${digit.repeat(40)}`)
const READ = { id: 'multisig', checkedAt: NOW, isBypassed: false }
const SAFE_READING: StoredMultisig = {
  ...sampleSafe({ chainId: 8453, address: EVM_ADDRESS, threshold: 3, owners: OWNERS }),
  ...READ,
}
const SAFE: StoredWallet = {
  ...LINK,
  ...provenSafe({ ...sampleSafe(), chainId: 8453, address: EVM_ADDRESS }),
  multisig: SAFE_READING,
}
const TON_READING: StoredMultisig = { ...sampleTonMultisig(), ...READ }
const TON_MULTISIG: StoredWallet = {
  ...LINK,
  ...provenTonMultisig(sampleTonMultisig()),
  address: TON.address,
  multisig: TON_READING,
}

type ClaimInput = Partial<Parameters<typeof describeClaim>[1]>

/** As a reader sees it. */
function write(wallet: StoredWallet, view: ClaimInput = {}): string {
  const claim = describeClaim(wallet, { language: 'en', holder: 'Ada', ...view })
  const parsed = parseHtml(writeSentence(claim))
  if (!parsed.ok) throw new Error(parsed.description)
  return parsed.text
}

const WALLETS: [string, StoredWallet, string, string][] = [
  [
    'a wallet whose key signed',
    TON,
    '✓ Ada controls UQCr…q5jh · verified on Nov 20, 2026',
    '✓ You control UQCr…q5jh · verified on Nov 20, 2026',
  ],
  [
    'a wallet of the test network',
    { ...TON, network: '-3' },
    '✓ Ada controls 0QCr…qyNr (testnet) · verified on Nov 20, 2026',
    '✓ You control 0QCr…qyNr (testnet) · verified on Nov 20, 2026',
  ],
  [
    'a key that one TON server alone named, without a tick',
    { ...TON, keySource: 'chain' },
    'According to one TON server, Ada controls UQCr…q5jh · verified on Nov 20, 2026',
    'According to one TON server, you control UQCr…q5jh · verified on Nov 20, 2026',
  ],
  [
    'a contract, which does not say who controls it',
    CONTRACT,
    '✓ The contract 0x5290…9EE7 on Base accepted a signature for Ada · verified on Nov 20, 2026',
    '✓ The contract 0x5290…9EE7 on Base accepted a signature for you · verified on Nov 20, 2026',
  ],
  [
    'a Safe whose owners signed',
    SAFE,
    '✓ 3 of 5 owners of multisig 0x5290…9EE7 on Base agreed to link it to Ada · verified on Nov 20, 2026',
    '✓ 3 of 5 owners of multisig 0x5290…9EE7 on Base agreed to link it to you · verified on Nov 20, 2026',
  ],
  [
    'a multisig whose owners agreed',
    TON_MULTISIG,
    '✓ 2 of 3 owners of multisig UQCr…q5jh agreed, Ada among them · verified on Nov 20, 2026',
    '✓ 2 of 3 owners of multisig UQCr…q5jh agreed, you among them · verified on Nov 20, 2026',
  ],
  [
    'a multisig of whose owners nothing more is known',
    { ...TON_MULTISIG, multisig: null },
    '✓ Ada is one of the owners of multisig UQCr…q5jh · verified on Nov 20, 2026',
    '✓ You are one of the owners of multisig UQCr…q5jh · verified on Nov 20, 2026',
  ],
  [
    'a Safe of whose owners nothing is known',
    { ...SAFE, multisig: null },
    '✓ The contract 0x5290…9EE7 on Base accepted a signature for Ada · verified on Nov 20, 2026',
    '✓ The contract 0x5290…9EE7 on Base accepted a signature for you · verified on Nov 20, 2026',
  ],
  [
    'a link that is stale, without a tick',
    { ...SAFE, staleAt: NOW - 48 * HOUR_MS },
    'Ada’s link to 0x5290…9EE7 on Base is no longer proven · could not be confirmed since Nov 18, 2026',
    'Your link to 0x5290…9EE7 on Base is no longer proven · could not be confirmed since Nov 18, 2026',
  ],
]

test.each(WALLETS)('a claim of %s says what is proven, and no more', (_, wallet, theirs, yours) => {
  expect(write(wallet)).toBe(theirs)
  expect(write(wallet, { holder: null })).toBe(yours)
})

test('a claim names a day by its date, because a message is read on later days', () => {
  const wallet = { ...TON, verifiedAt: NOW - 37 * HOUR_MS }
  expect(write(wallet)).toBe('✓ Ada controls UQCr…q5jh · verified on Nov 18, 2026')
})

test('attack: a holder’s name stays text', () => {
  expect(write(TON, { holder: '</b><a href="https://x.example">Ada' })).toContain(
    '</b><a href="https://x.example">Ada controls',
  )
})

describe.each(LANGUAGES)('in %s', (language) => {
  test('every claim has its own sentence, with name and address, and no other language’s', () => {
    const sentences = WALLETS.slice(0, 7).map(([, wallet]) => write(wallet, { language }))
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).toMatch(/Ada.*…|….*Ada/)
    if (language === 'en') return
    for (const sentence of sentences) expect(sentence).not.toMatch(/control |verified|owner/)
  })
})
