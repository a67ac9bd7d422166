import { describe, expect, test } from 'vitest'
import { accountKey, isKeyOnChain } from '#server/verify/ton-signed.ts'
import { parseStateInit } from '#proof/ton/state-init.ts'
import type { ExclusiveTonChain } from '#server/verify/ton-chain.ts'
import { createTonSigner, type TonSignerKind } from '#tests/support/ton-signer.ts'

type KeyReport = Awaited<ReturnType<ExclusiveTonChain['accountKey']>>

const CHAIN_KEY = Buffer.alloc(32, 9)

function getAccount(kind: TonSignerKind) {
  const seed = Buffer.alloc(32, 1)
  const { address, publicKey, stateInit } = createTonSigner({ kind, seed, network: '-239' })
  const parsed = parseStateInit(Buffer.from(stateInit, 'base64'))
  if (parsed === null) throw new Error('the StateInit is not read')
  return { address, publicKey: Buffer.from(publicKey), stateInit: parsed }
}

const rotatable = getAccount('WalletTg')
const unknown = { ...rotatable, stateInit: { ...rotatable.stateInit, codeHash: 'unknown' } }

const ask = (account: typeof rotatable, report: KeyReport) =>
  accountKey(account, { network: '-239', accountKey: () => Promise.resolve(report) })

test('the key of a wallet of unknown code, or with a key that rotates, is on the chain only', () => {
  expect(
    [unknown, rotatable, getAccount('v4r2')].map(({ stateInit }) => isKeyOnChain(stateInit)),
  ).toEqual([true, true, false])
})

describe('a wallet whose key rotates', () => {
  test.each([
    [true, 'chain-confirmed'],
    [false, 'chain'],
  ])('takes the key that the chain names (confirmed: %s)', async (isConfirmed, keySource) => {
    const block = { seqno: 7 }
    const report = { status: 'active', publicKey: CHAIN_KEY, isConfirmed, block } as const
    expect(await ask(rotatable, report)).toEqual({
      ok: true,
      publicKey: CHAIN_KEY,
      kind: 'WalletTg',
      keySource,
      chainKey: { publicKey: CHAIN_KEY.toString('hex'), deployed: true, block },
    })
    expect(await ask(unknown, report)).toMatchObject({ ok: true, kind: 'unknown', keySource })
  })

  test.each([
    [true, 'anchor-confirmed'],
    [false, 'anchor'],
  ])(
    'takes the first key of a wallet before it is deployed (confirmed: %s)',
    async (isConfirmed, keySource) => {
      const report = { status: 'inactive', isConfirmed } as const
      expect(await ask(rotatable, report)).toEqual({
        ok: true,
        publicKey: rotatable.publicKey,
        kind: 'WalletTg',
        keySource,
        chainKey: { publicKey: rotatable.publicKey.toString('hex'), deployed: false },
      })
      expect(await ask(unknown, report)).toEqual({ ok: false, code: 'ton-key-unknown' })
    },
  )

  test.each<[KeyReport, string]>([
    [{ status: 'busy' }, 'busy'],
    [{ status: 'unreachable' }, 'ton-chain-unreachable'],
    [{ status: 'disagreement' }, 'ton-chain-disagreement'],
    [{ status: 'no-key', isConfirmed: true }, 'ton-key-unknown'],
    [{ status: 'frozen', isConfirmed: true }, 'ton-key-unknown'],
  ])('finds no key where the chain says %j', async (report, code) => {
    expect(await ask(rotatable, report)).toEqual({ ok: false, code })
  })
})
