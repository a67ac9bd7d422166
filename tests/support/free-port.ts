import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isPortFree } from '#demo/is-port-free.ts'

/** Below what systems give out by themselves (32768 upwards on Linux), so that nobody is given it meanwhile. */
const RANGE = [20_000, 32_000] as const
const HELD = join(tmpdir(), `clasp-test-ports-${userInfo().uid}`)

const held = new Set<string>()
process.once('exit', () => {
  for (const path of held) rmSync(path, { force: true })
})

/** A loopback port that nobody listens on, and that no other test process is given while this one lives. */
export async function freePort(): Promise<number> {
  const port = randomInt(...RANGE)
  return (await hold(port)) && (await isPortFree(port)) ? port : freePort()
}

async function hold(port: number): Promise<boolean> {
  const path = join(HELD, String(port))
  await mkdir(HELD, { recursive: true })
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
  } catch {
    releaseIfLeft(path)
    return false
  }
  held.add(path)
  return true
}

/** A process that was killed releases nothing. */
function releaseIfLeft(path: string): void {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0)
  } catch {
    rmSync(path, { force: true })
  }
}
