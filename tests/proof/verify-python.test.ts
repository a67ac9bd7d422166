// @module-tag wide

import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { LoginJwkSchema } from '#proof/document.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { writeVerdict } from '#verifier/main.ts'
import { trustOf } from '#tests/support/proof-vectors.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'docs/examples/verify-python/verify.py')
const VECTORS = join(ROOT, 'tests/vectors/proofs')
const MISSING =
  'The tests of verify-python are skipped: they need Python 3.11 with cryptography or nacl (apt-get install python3-cryptography).'
const PROBE = `
import sys
from importlib.util import find_spec
sys.exit(sys.version_info < (3, 11) or not (find_spec('cryptography') or find_spec('nacl')))`
const Vector = v.object({
  document: v.string(),
  telegramKey: v.exactOptional(v.string()),
  loginKeys: v.exactOptional(
    v.array(
      v.object({ name: v.string(), jwk: LoginJwkSchema, until: v.exactOptional(v.number()) }),
    ),
  ),
  expected: v.unknown(),
})
const Answer = v.object({
  file: v.string(),
  outcome: v.object({
    verdict: v.string(),
    checks: v.optional(v.array(v.object({ check: v.string(), result: v.string() }))),
    facts: v.optional(v.unknown()),
  }),
  lines: v.array(v.string()),
})

const isMissing = spawnSync('python3', ['-c', PROBE]).status !== 0
if (isMissing) process.stdout.write(`${MISSING}\n`)
beforeEach(({ skip }) => skip(isMissing, MISSING))

describe('the verifier in Python, which was written from the page of the format alone', () => {
  test('finds in every vector what the vector expects, with the facts and sentences of ours', async () => {
    const files = (await readdir(VECTORS)).filter((file) => file.endsWith('.json')).sort()
    const { code, lines } = await runProgram('--vectors', VECTORS)
    expect(code).toBe(0)
    const answers = lines.map((line) => v.parse(Answer, JSON.parse(line)))
    expect(answers.map(({ file }) => file)).toEqual(files)
    for (const { file, outcome, lines: sentences } of answers) {
      const { facts, ...judged } = outcome
      const vector = await readVector(file)
      expect([file, judged]).toEqual([file, vector.expected])
      expect([file, facts, sentences]).toEqual([file, ...(await conclude(vector))])
    }
  })

  test.each([
    ['0 where every check passes', 'evm-message-key.json', 0, 'passed  signature'],
    ['3 where only the chain can answer', 'evm-contract.json', 3, 'open    acceptance'],
    [
      '1 where a check fails',
      'evm-message-changed.json',
      1,
      'A check failed. Nothing shows that this was ever true.',
    ],
    [
      '2 where the document is unreadable',
      'form-repeated-member.json',
      2,
      'This document cannot be read: not JSON: an object has a member twice',
    ],
  ])('exits with %s', async (_, file, expected, line) => {
    const proof = await writeProof(await readVector(file))
    const { code, lines } = await runProgram(proof)
    expect(code).toBe(expected)
    expect(lines).toContain(line)
    const json = await runProgram(proof, '--json')
    expect(json.code).toBe(expected)
    const answer: unknown = JSON.parse(json.lines.join(''))
    expect(answer).toHaveProperty('verdict')
  })

  test('trusts a key of Telegram that its user names, and says which key signed', async () => {
    const vector = await readVector('telegram-signed.json')
    const { telegramKey = '' } = vector
    const proof = await writeProof(vector)
    expect((await runProgram(proof)).code).toBe(1)
    expect((await runProgram(proof, '--telegram-key', 'test')).code).toBe(1)
    const { code, lines } = await runProgram(proof, '--telegram-key', telegramKey)
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatch(
      new RegExp(`\\(key: ${telegramKey}\\)\\. That may show nothing\\.$`),
    )
  })
})

/** Facts and sentences as our verifier has them. A key that the vector names has its digits as its name. */
async function conclude(vector: v.InferOutput<typeof Vector>) {
  const trust = trustOf(vector, vector.telegramKey)
  const verdict = await verifyProof(vector.document, { now: Date.now(), ...trust })
  return 'facts' in verdict ? [verdict.facts, writeVerdict(verdict)] : [undefined, []]
}

/** Returns the path of a file with the vector's document. */
async function writeProof({ document }: v.InferOutput<typeof Vector>): Promise<string> {
  const folder = await makeTemporaryFolder('verify-python')
  const proof = join(folder, 'proof.json')
  await writeFile(proof, document)
  return proof
}

async function readVector(file: string): Promise<v.InferOutput<typeof Vector>> {
  return v.parse(Vector, JSON.parse(await readFile(join(VECTORS, file), 'utf8')))
}

/** What the program prints and exits with. It leaves no compiled files behind. */
async function runProgram(...args: string[]): Promise<{ code: unknown; lines: string[] }> {
  return new Promise((resolve) => {
    execFile('python3', ['-B', PROGRAM, ...args], (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trimEnd().split('\n')
      resolve({ code: error === null ? 0 : error.code, lines })
    })
  })
}
