import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

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
  telegramKey: v.optional(v.string()),
  expected: v.unknown(),
})

const isMissing = spawnSync('python3', ['-c', PROBE]).status !== 0
if (isMissing) process.stdout.write(`${MISSING}\n`)
beforeEach(({ skip }) => skip(isMissing, MISSING))

describe('the verifier in Python, which was written from the page of the format alone', () => {
  test('finds in every vector what the vector expects', async () => {
    const files = (await readdir(VECTORS)).filter((file) => file.endsWith('.json')).sort()
    const vectors = await Promise.all(
      files.map(async (file) => ({ file, outcome: (await readVector(file)).expected })),
    )
    const { code, lines } = await runProgram('--vectors', VECTORS)
    expect(code).toBe(0)
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(vectors)
  })

  test.each([
    ['0 where no check fails', 'evm-message-key.json', 0, 'passed       signature'],
    ['1 where a check fails', 'evm-message-changed.json', 1, 'Nothing follows from this proof.'],
    [
      '2 where the document is unreadable',
      'form-repeated-member.json',
      2,
      'This document cannot be read: not JSON: an object has a member twice',
    ],
  ])('exits with %s', async (_, file, expected, line) => {
    const { code, lines } = await runProgram(await writeProof(await readVector(file)))
    expect(code).toBe(expected)
    expect(lines).toContain(line)
  })

  test('trusts a key of Telegram that its user names, and says which key signed', async () => {
    const vector = await readVector('telegram-signed.json')
    const { telegramKey = '' } = vector
    const proof = await writeProof(vector)
    expect((await runProgram(proof)).code).toBe(1)
    expect((await runProgram(proof, '--telegram-key', 'test')).code).toBe(1)
    const { code, lines } = await runProgram(proof, '--telegram-key', telegramKey)
    expect(code).toBe(0)
    expect(lines).toContain(`Trusted key of Telegram: ${telegramKey}`)
  })
})

/** Returns the path of a file with the vector's document. */
async function writeProof({ document }: v.InferOutput<typeof Vector>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clasp-verify-python-'))
  onTestFinished(() => rm(folder, { recursive: true }))
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
