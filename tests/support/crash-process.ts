import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const LINKER = fileURLToPath(new URL('crash-linker.ts', import.meta.url))
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a process that links wallets, kills it with SIGKILL after it has reported `links` links, and
 * returns the reported attempts.
 */
export async function linkUntilKilled(target: {
  databaseUrl: string
  dataKey: Uint8Array
  links: number
  /** See `crash-linker.ts`. @default 'free' */
  kind?: 'free' | 'taken' | 'agreed'
}): Promise<string[]> {
  const key = Buffer.from(target.dataKey).toString('hex')
  const values = [target.databaseUrl, key, target.kind ?? 'free']
  const child = spawn(process.execPath, ['--import', 'tsx', LINKER, ...values], {
    cwd: PROJECT,
    stdio: 'pipe',
  })
  const exit = once(child, 'exit')
  const complaints: string[] = []
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)))
  const linked: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may be cut off by the kill.
    if (line.length === 22) linked.push(line)
    if (linked.length === target.links) child.kill('SIGKILL')
  }
  await exit
  if (linked.length < target.links) throw new Error(`the linker ended: ${complaints.join('')}`)
  return linked
}
