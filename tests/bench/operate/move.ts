import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copySqliteDatabase } from '#server/store/database/copy-database.ts'
import { fillDatabase } from '../scale/fill-database.ts'
import { seconds } from '../statistics.ts'
import { linkAll } from '../submit-proof.ts'
import { note } from './finding.ts'
import { DATA_KEY, makeTables } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, type OperateStage, startServer } from './stage.ts'

const MAIN = fileURLToPath(new URL('../../../src/server/cli/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')
const MEMBERS = 20_000
const WALLETS_A_MEMBER = 2
/** Links that members make while the copy is made. */
const LINKS = 100

type Name = keyof OperateStage['dialects']

/** A database moves while members link; then the server stops, and the rest moves. */
export function moveBetween(former: Name, next: Name): OperatePart {
  return async (stage) => {
    const { [former]: old, [next]: other } = stage.dialects
    const filled = await old.create('grown')
    const to = await other.create('moved')
    await makeTables(filled)
    await fillDatabase(filled, { from: 0, to: MEMBERS * WALLETS_A_MEMBER })
    const proofs = await readyProofs(filled, getProofs(LINKS))
    const from = await takeOver(stage, filled)
    const server = await startServer({ DATABASE_URL: from })
    const linked = linkAll(server.url, proofs)
    const copy = await runMove(stage, { from, to })
    await linked
    await server.stop()
    const rest = await runMove(stage, { from, to })
    if (copy.code !== 1 || rest.code !== 0) throw new Error(`${copy.out}\n${rest.out}`)
    console.log(rest.out)
    const what = `move to ${other.name}, ${MEMBERS.toLocaleString('en')} members`
    return [
      note(`${what}: the copy, while they link`, seconds(copy.ms)),
      note(`${what}: the rest, with the server stopped`, seconds(rest.ms)),
    ]
  }
}

/** The whole command, its start included. */
async function runMove({ directory }: OperateStage, { from, to }: { from: string; to: string }) {
  const startedAt = performance.now()
  const child = execFile(process.execPath, ['--import', TSX, MAIN, 'move', '--to', to], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: from,
      DATA_KEY: Buffer.from(DATA_KEY).toString('hex'),
    },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: string) => (out += text))
  await once(child, 'close')
  return { code: child.exitCode, out, ms: performance.now() - startedAt }
}

/** A copy that this process has not opened: SQLite may hold files open until it ends. */
async function takeOver({ directory }: OperateStage, databaseUrl: string): Promise<string> {
  if (!databaseUrl.startsWith('file:')) return databaseUrl
  const path = join(directory, 'taken-over.db')
  await copySqliteDatabase(databaseUrl.slice('file:'.length), path)
  return `file:${path}`
}
