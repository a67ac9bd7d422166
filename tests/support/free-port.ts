import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isPortFree } from '#demo/is-port-free.ts'

/** Below the ports that systems assign automatically (32768 and above on Linux), so no process gets it. */
const RANGE = [20_000, 32_000] as const
const HELD = join(tmpdir(), `clasp-test-ports-${userInfo().uid}`)

const held = new Set<string>()
process.once('exit', () => {
  for (const path of held) rmSync(path, { force: true })
})

/** Returns a free loopback port that no other test process gets while this one runs. */
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

/** Releases the port of a process that was killed. */
function releaseIfLeft(path: string): void {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0)
  } catch {
    rmSync(path, { force: true })
  }
}
