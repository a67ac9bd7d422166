import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { afterAll, expect, test } from 'vitest'
import { verifyOneProof } from '#proof/verify-one-proof.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { makeProofVectors } from '#tests/support/proof-vectors.ts'

const USUAL_WINDOW = 8
afterAll(() => {
  ed25519.utils.precompute(USUAL_WINDOW)
  secp256k1.utils.precompute(USUAL_WINDOW)
})

test('a verification with small tables ends as one with large tables, for every vector', async () => {
  const vectors = await makeProofVectors()
  const now = Date.now()
  const usual = await Promise.all(vectors.map(({ document }) => verifyProof(document, { now })))
  const small = await Promise.all(vectors.map(({ document }) => verifyOneProof(document, { now })))
  expect(small).toEqual(usual)
})
