import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { type DemoStage } from './demo-stage.ts'
import { until } from './until.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../src/server/cli/main.ts')
const TSX = import.meta.resolve('tsx')

type ProofFile = { name: string; text: string }

/** The file that the bot has sent to Ada. @param count how many it has sent by then; default 1 */
export async function takeFile({ demo }: DemoStage, count = 1): Promise<ProofFile> {
  const find = () => demo.world.messages(ADA).flatMap(({ file }) => file ?? [])
  await until(() => expect(find()).toHaveLength(count))
  const file = find().at(-1)
  if (!file) throw new Error('no file')
  return { name: file.name, text: Buffer.from(file.base64, 'base64').toString() }
}

/** `npm run verify` in an empty folder: no configuration, no key, no server, and a proxy that leads nowhere. */
export async function verifyOffline(
  { name, text }: ProofFile,
  ...flags: string[]
): Promise<{ code: unknown; stdout: string }> {
  const folder = await makeTemporaryFolder('proof')
  await writeFile(join(folder, name), text)
  const args = ['--import', TSX, MAIN, 'verify', name, ...flags]
  const running = run(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HTTPS_PROXY: 'http://127.0.0.1:9' },
  })
  return running.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: unknown; stdout: string }) => ({ code, stdout }),
  )
}
