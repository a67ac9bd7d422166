import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StoredProof } from '#server/store/rows/proof-rows.ts'
import { linkSample, NOON, sampleMember, sampleHolder } from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const ROUNDS = 20

const getDigest = ({ evidence }: StoredProof) =>
  createHash('sha256').update(JSON.stringify(evidence)).digest()

describeStore('proofs that are handed out', (stage) => {
  test('a proof that is handed out while its wallet is unlinked never stays linked', async () => {
    const { store } = stage
    const { id: userId } = await sampleMember(store)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await linkSample(store, userId)
      const proof = await store.findProof(id)
      if (!proof) throw new Error('the wallet is not linked')
      await Promise.all([
        store.handOutProof(id, getDigest, NOON),
        store.unlinkWallet(id, userId, NOON + 1),
      ])
      const status = await store.findProofStatus(getDigest(proof))
      expect([undefined, { status: 'ended', since: NOON + 1 }]).toContainEqual(status)
    }
  })

  test('a proof of which no document can be made is handed out to nobody, and its status is unknown', async () => {
    const { store } = stage
    const { walletId: id } = await sampleHolder(store)
    const proof = await store.handOutProof(id, () => null, NOON)
    expect(proof?.wallet.id).toBe(id)
    expect(proof && (await store.findProofStatus(getDigest(proof)))).toBeUndefined()
  })
})
