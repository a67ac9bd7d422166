import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyProof } from '#proof/verify-proof.ts'
import { makeProofVectors, trustOf } from '#tests/support/proof-vectors.ts'

const folder = join(import.meta.dirname, '../vectors/proofs')
const vectors = await makeProofVectors()

describe('the vectors of the format clasp-proof/1', () => {
  test.each(vectors)('the verifier agrees with the vector $name: $why', async (vector) => {
    const { document, expected } = vector
    const answer = await verifyProof(document, { now: Date.now(), ...trustOf(vector) })
    const checks =
      'checks' in answer ? answer.checks.map(({ check, result }) => ({ check, result })) : undefined
    expect({ verdict: answer.verdict, ...(checks && { checks }) }).toEqual(expected)
  })

  test('the files that others use are those of the tests (npm run vectors)', async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
    expect(names.sort()).toEqual(vectors.map(({ name }) => `${name}.json`).sort())
    for (const vector of vectors) {
      const file = await readFile(join(folder, `${vector.name}.json`), 'utf8')
      expect(JSON.parse(file)).toEqual(vector)
    }
  })
})
