import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeProofVectors } from './proof-vectors.ts'

/* Writes the files of `tests/vectors/proofs/`. A test holds them current. */

const folder = join(import.meta.dirname, '../vectors/proofs')

await mkdir(folder, { recursive: true })
for (const name of await readdir(folder)) if (name.endsWith('.json')) await rm(join(folder, name))
for (const vector of await makeProofVectors())
  await writeFile(join(folder, `${vector.name}.json`), `${JSON.stringify(vector, null, 2)}\n`)
