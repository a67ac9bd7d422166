import { expect, test } from 'vitest'
import { createTonChain } from '#server/chains/ton.ts'
import { createLog } from '#server/log/log.ts'
import type { ReadTonMultisig } from '#server/chains/read-multisig.ts'
import type { TonAccountKey, TonApi } from '#server/chains/ton-chain.ts'

const ADDRESS = `0:${'ab'.repeat(32)}`
const active = (byte: number): TonAccountKey => ({
  status: 'active',
  publicKey: Buffer.alloc(32, byte),
})
const INACTIVE: TonAccountKey = { status: 'inactive' }
const DOWN: TonAccountKey = { status: 'unreachable' }
const MULTISIG: ReadTonMultisig = {
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: ADDRESS,
  threshold: 1,
  owners: [`0:${'01'.repeat(32)}`],
  proposers: [],
}

type Answers = {
  key?: TonAccountKey
  multisig?: ReadTonMultisig | 'none' | 'unreachable'
  list?: readonly string[] | 'unreachable'
}

function getApi({ key = DOWN, multisig = 'unreachable', list = 'unreachable' }: Answers): TonApi {
  return {
    network: '-239',
    accountKey: () => Promise.resolve(key),
    readMultisig: () => Promise.resolve(multisig),
    getMultisigs: () => Promise.resolve(list),
  }
}

function getChain(first: Answers, ...others: Answers[]) {
  const logLines: string[] = []
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const chain = createTonChain({ apis: [getApi(first), ...others.map(getApi)], log })
  return { chain, logLines }
}

async function getKey(first: TonAccountKey, ...others: TonAccountKey[]) {
  const { chain } = getChain({ key: first }, ...others.map((key) => ({ key })))
  return chain.accountKey(ADDRESS)
}

test('a key that one API reports is not confirmed', async () => {
  expect(await getKey(active(1))).toEqual({ ...active(1), isConfirmed: false })
})

test('a key that two APIs report is confirmed, and so is that an account is not deployed', async () => {
  expect(await getKey(active(1), active(1))).toEqual({ ...active(1), isConfirmed: true })
  expect(await getKey(INACTIVE, INACTIVE)).toEqual({ ...INACTIVE, isConfirmed: true })
})

test('APIs that read the same at different blocks agree, and the first block counts', async () => {
  const earlier = { ...active(1), block: { seqno: 7 } }
  const later = { ...active(1), block: { seqno: 8 } }
  expect(await getKey(earlier, later)).toEqual({ ...earlier, isConfirmed: true })
  const { chain } = getChain(
    { multisig: { ...MULTISIG, block: { seqno: 7 } } },
    { multisig: { ...MULTISIG, block: { seqno: 8 } } },
  )
  expect(await chain.readMultisig(ADDRESS)).toEqual({ ...MULTISIG, block: { seqno: 7 } })
})

test('an API that does not answer is left out, and the other one alone does not confirm', async () => {
  expect(await getKey(DOWN, active(1))).toEqual({ ...active(1), isConfirmed: false })
  expect(await getKey(active(1), DOWN, active(1))).toEqual({ ...active(1), isConfirmed: true })
  expect(await getKey(DOWN, DOWN)).toEqual(DOWN)
})

test.each([
  ['another key', active(2)],
  ['that the account is not deployed', INACTIVE],
  ['that the account has no key', { status: 'no-key' }],
] as const)('attack: one API of three that reports %s is never outvoted', async (_, lie) => {
  expect(await getKey(active(1), lie, active(1))).toEqual({ status: 'disagreement' })
  expect(await getKey(lie, active(1))).toEqual({ status: 'disagreement' })
})

test('attack: APIs that disagree about the owners of a multisig show none, and the log says so', async () => {
  const lie = { ...MULTISIG, owners: [`0:${'02'.repeat(32)}`] }
  const { chain, logLines } = getChain({ multisig: MULTISIG }, { multisig: lie })
  expect(await chain.readMultisig(ADDRESS)).toBe('unreachable')
  expect(logLines.join('')).toContain('TON APIs disagree about a multisig')
})

test('a multisig is read from the APIs that answer', async () => {
  const { chain, logLines } = getChain({}, { multisig: { ...MULTISIG } }, { multisig: MULTISIG })
  expect(await chain.readMultisig(ADDRESS)).toEqual(MULTISIG)
  expect(logLines).toEqual([])
})

test('the list of multisigs comes from the first API that answers', async () => {
  const { chain } = getChain({}, { list: [ADDRESS] }, { list: [] })
  expect(await chain.getMultisigs(ADDRESS)).toEqual([ADDRESS])
  expect(await getChain({}).chain.getMultisigs(ADDRESS)).toBe('unreachable')
})
