import { describe, expect, test } from 'vitest'
import type { ExclusiveTonChain } from '#server/chains/ton-chain.ts'
import { judgeTonProof } from '#server/proofs/judge-ton.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'
import { getTonTerms } from '#tests/support/ton-terms.ts'

type KeyReport = Awaited<ReturnType<ExclusiveTonChain['accountKey']>>

const NOW_S = 1_795_190_400
const TERMS = getTonTerms({ domain: 'app.example.com', now: NOW_S * 1_000 })
/** A wallet whose key rotates, and its first key. */
const FIRST_SEED = Buffer.alloc(32, 1)
const [first, rotated] = [FIRST_SEED, Buffer.alloc(32, 9)].map((signingSeed) =>
  createTonSigner({ kind: 'WalletTg', seed: FIRST_SEED, network: '-239', signingSeed }),
)

function ask(signer: typeof first, report: KeyReport) {
  if (signer === undefined) throw new Error('no signer')
  const { publicKey: _, ...proof } = signer.sign({
    domain: 'app.example.com',
    payload: TERMS.payload,
    timestamp: NOW_S,
  })
  const accountKey = () => Promise.resolve(report)
  return judgeTonProof(proof, TERMS, { network: '-239', accountKey })
}

describe('a wallet whose key rotates', () => {
  test.each([
    [true, 'chain-confirmed'],
    [false, 'chain'],
  ])(
    'is proven by the key that the chain names, which the evidence has (confirmed: %s)',
    async (isConfirmed, keySource) => {
      const publicKey = rotated?.publicKey ?? Buffer.alloc(0)
      const block = { seqno: 7 }
      const report = { status: 'active', publicKey, isConfirmed, block } as const
      expect(await ask(rotated, report)).toMatchObject({
        ok: true,
        proven: { kind: 'WalletTg', keySource },
        proof: {
          chainKey: { publicKey: Buffer.from(publicKey).toString('hex'), deployed: true, block },
        },
      })
    },
  )

  test.each([
    [true, 'anchor-confirmed'],
    [false, 'anchor'],
  ])(
    'is proven by its first key before it is deployed, which the evidence says (confirmed: %s)',
    async (isConfirmed, keySource) => {
      const publicKey = Buffer.from(first?.publicKey ?? []).toString('hex')
      expect(await ask(first, { status: 'inactive', isConfirmed })).toMatchObject({
        ok: true,
        proven: { kind: 'WalletTg', keySource },
        proof: { chainKey: { publicKey, deployed: false } },
      })
    },
  )

  test.each<[KeyReport, string]>([
    [{ status: 'busy' }, 'busy'],
    [{ status: 'unreachable' }, 'ton-chain-unreachable'],
    [{ status: 'disagreement' }, 'ton-chain-disagreement'],
    [{ status: 'no-key', isConfirmed: true }, 'ton-key-unknown'],
    [{ status: 'frozen', isConfirmed: true }, 'ton-key-unknown'],
  ])('has no key where the chain says %j', async (report, code) => {
    expect(await ask(first, report)).toEqual({ ok: false, code })
  })
})
