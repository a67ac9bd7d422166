import { describe, expect, test } from 'vitest'
import {
  DOOR_READING_MAX_AGE_MS,
  type DoorFacts,
  type DoorMultisig,
  judgeDoor,
} from '#server/door/judge-door.ts'
import { acceptChains } from '#server/door/accept-chains.ts'
import type { Environment } from '#server/config/environment.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import type { DoorRule } from '#shared/door-rule.ts'
import { getConfig } from '#tests/support/get-config.ts'
import { ANY_WALLET } from '#tests/support/join-samples.ts'
import { sampleSafe, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { NOON, sampleEvmWallet, sampleWallet } from '#tests/support/store-samples.ts'

const OWNER: DoorRule = { kind: 'owner', multisigId: 'm'.repeat(22) }
const KNOWN = { id: 'w'.repeat(22), userId: 'u', label: null, primary: true, multisig: null }
const FACTS: DoorFacts = { wallets: [], owned: undefined, accepts: () => true }

/** Which chains an operator offers who writes this into `.env`. */
function accepting(environment: Environment) {
  const needed = {
    BOT_TOKEN: '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x',
    PUBLIC_URL: 'https://app.example.com',
    DATA_KEY: '01080f161d242b323940474e555c636a71787f868d949ba2a9b0b7bec5ccd3da',
  }
  return acceptChains(getConfig({ ...needed, ...environment }))
}

function linked(change: Partial<Pick<StoredWallet, 'staleAt'>> = {}): StoredWallet {
  return { ...sampleWallet(), ...KNOWN, verifiedAt: NOON, staleAt: null, ...change }
}

function linkedEvm(): StoredWallet {
  return { ...sampleEvmWallet(), ...KNOWN, verifiedAt: NOON, staleAt: null }
}

function owned(wallet: StoredWallet, change: { isBypassed?: boolean } = {}): DoorMultisig {
  const read =
    wallet.family === 'ton'
      ? sampleTonMultisig({ owners: [wallet.address] })
      : sampleSafe({ owners: [wallet.address], chainId: 8_453 })
  const known = { id: 'm'.repeat(22), checkedAt: NOON, isBypassed: false }
  return { multisig: { ...read, ...known, ...change }, isMissing: false }
}

const NO_WALLET = { verdict: 'waits', why: 'no-wallet' }
const UNKNOWN = { verdict: 'people', why: 'rule-unknown' }

describe('a door that asks for a wallet', () => {
  test('opens to one whose proof holds', () => {
    const wallet = linked()
    expect(judgeDoor(ANY_WALLET, { ...FACTS, wallets: [wallet] }, NOON)).toEqual({
      verdict: 'qualifies',
      wallet,
    })
    expect(judgeDoor(ANY_WALLET, FACTS, NOON)).toEqual(NO_WALLET)
  })

  test('attack: stays shut for one whose proof has ended', () => {
    const facts = { ...FACTS, wallets: [linked({ staleAt: NOON })] }
    expect(judgeDoor(ANY_WALLET, facts, NOON)).toEqual(NO_WALLET)
  })

  test.each([{ family: 'evm' }, { level: 'quorum' }, { binding: 'text' }] as const)(
    'attack: stays shut for one that differs in what is asked for: %j',
    (wanted) => {
      const facts = { ...FACTS, wallets: [linked()] }
      expect(judgeDoor({ ...ANY_WALLET, ...wanted }, facts, NOON)).toEqual(NO_WALLET)
    },
  )

  test('opens to one that has exactly what is asked for', () => {
    const rule = { kind: 'wallet', family: 'evm', level: 'key', binding: 'text' } as const
    const facts = { ...FACTS, wallets: [linked(), linkedEvm()] }
    expect(judgeDoor(rule, facts, NOON)).toMatchObject({ wallet: { family: 'evm' } })
  })

  test('attack: stays shut where the family is no longer offered', () => {
    const accepts = accepting({ EVM: 'off' })
    const facts = { ...FACTS, accepts, wallets: [linkedEvm()] }
    expect(judgeDoor(ANY_WALLET, facts, NOON)).toEqual(NO_WALLET)
    expect(judgeDoor({ ...ANY_WALLET, family: 'evm' }, facts, NOON)).toEqual(UNKNOWN)
  })
})

describe('a door that asks for an owner', () => {
  test.each([linked, linkedEvm])('opens to an owner by a recent reading', (link) => {
    const wallet = link()
    const facts = { ...FACTS, wallets: [wallet], owned: owned(wallet) }
    const latest = NOON + DOOR_READING_MAX_AGE_MS
    expect(judgeDoor(OWNER, facts, latest)).toEqual({ verdict: 'qualifies', wallet })
    expect(judgeDoor(OWNER, facts, latest + 1)).toEqual({ verdict: 'waits', why: 'reading' })
    // Its time is by a clock that was wrong.
    expect(judgeDoor(OWNER, facts, NOON - 1)).toEqual({ verdict: 'waits', why: 'reading' })
  })

  test('attack: stays shut for a stranger, and for an owner whose proof has ended', () => {
    const [wallet, other] = [linked(), linked()]
    const facts = { ...FACTS, owned: owned(wallet) }
    expect(judgeDoor(OWNER, { ...facts, wallets: [other] }, NOON)).toEqual(NO_WALLET)
    const stale = { ...wallet, staleAt: NOON }
    expect(judgeDoor(OWNER, { ...facts, wallets: [stale] }, NOON)).toEqual(NO_WALLET)
  })

  test('attack: stays shut where more than its owners control it, or it is gone', () => {
    const wallet = linked()
    const bypassed = owned(wallet, { isBypassed: true })
    const missing = { ...owned(wallet), isMissing: true }
    for (const multisig of [bypassed, missing])
      expect(judgeDoor(OWNER, { ...FACTS, wallets: [wallet], owned: multisig }, NOON)).toEqual({
        verdict: 'people',
        why: 'multisig-unsure',
      })
  })

  test('attack: stays shut where its chain is no longer accepted, or nothing is known of it', () => {
    const wallet = linkedEvm()
    const reown = { EVM: 'in-app', REOWN_PROJECT_ID: '0123456789abcdef0123456789abcdef' }
    const accepts = accepting({ ...reown, EVM_CHAINS: '1' })
    const facts = { wallets: [wallet], owned: owned(wallet), accepts }
    expect(judgeDoor(OWNER, facts, NOON)).toEqual(UNKNOWN)
    expect(judgeDoor(OWNER, { ...facts, owned: undefined }, NOON)).toEqual(UNKNOWN)
    const both = accepting({ ...reown, EVM_CHAINS: '1,8453' })
    expect(judgeDoor(OWNER, { ...facts, accepts: both }, NOON)).toMatchObject({ wallet })
    const testnet = { ...FACTS, wallets: [linked()], owned: owned(linked()) }
    const otherNet = accepting({ EVM: 'off', TON_NETWORK: 'testnet' })
    expect(judgeDoor(OWNER, { ...testnet, accepts: otherNet }, NOON)).toEqual(UNKNOWN)
  })
})

test('attack: a door whose rule this build cannot read opens to nobody', () => {
  expect(judgeDoor(null, { ...FACTS, wallets: [linked()] }, NOON)).toEqual(UNKNOWN)
})

test('a door of the operator’s code waits for it, whatever the person holds', () => {
  const facts = { ...FACTS, wallets: [linked()] }
  expect(judgeDoor({ kind: 'host' }, facts, NOON)).toEqual({ verdict: 'waits', why: 'host' })
})
