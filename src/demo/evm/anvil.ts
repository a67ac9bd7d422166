import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createRequire } from 'node:module'

/** Node's names of architectures in those of the packages. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export type AnvilOptions = {
  chainId: number
  /** Port of the loopback address; 0, the default, takes a free one. */
  port?: number
}

/** An EVM chain in a separate process. It exists only in memory. */
export type Anvil = {
  /** Its JSON-RPC, over HTTP and WebSocket. */
  url: string
  chainId: number
  close(): Promise<void>
}

/** How long a start may take, in milliseconds. It takes about a tenth of a second. */
const START_MS = 15_000
/** Number of blocks whose state stays in memory. Without a limit anvil writes old ones to the disk. */
const MAX_BLOCKS = 1_000

/**
 * Runs anvil on the loopback address. It stops with {@link Anvil.close} and also when this process
 * dies in any way, because then its guard's input ends.
 */
export async function startAnvil({ chainId, port = 0 }: AnvilOptions): Promise<Anvil> {
  const guard = spawn(process.execPath, ['-e', GUARD, anvilBinary(), ...flags(chainId, port)], {
    cwd: tmpdir(),
    // Ctrl+C reaches a whole group of processes. The chain must live on until it is closed.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  guard.stdin.on('error', () => {})
  try {
    const address = await listeningAddress(guard)
    return { url: `http://${address}`, chainId, close: () => end(guard) }
  } catch (error) {
    await end(guard)
    throw error
  }
}

function flags(chainId: number, port: number): string[] {
  const words = `--host 127.0.0.1 --port ${port} --chain-id ${chainId} --accounts 1 --color never`
  return [...words.split(' '), '--prune-history', String(MAX_BLOCKS)]
}

/** Runs the command after it until its own input ends, which it does when the writer dies. */
const GUARD = `
const [command, ...args] = process.argv.slice(1)
const child = require('node:child_process').spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
child.on('error', () => process.exit(1))
child.on('exit', (code) => process.exit(code ?? 0))
process.stdin.on('end', () => child.kill('SIGKILL')).on('error', () => {}).resume()
`

type Guard = ChildProcess & { stdout: Readable; stderr: Readable }

/** Reads the address that anvil reports. The rest of its output is dropped. */
function listeningAddress(guard: Guard): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = ''
    const fail = (reason: string) =>
      reject(new Error(`anvil ${reason}: ${written.trim().slice(-500)}`))
    const deadline = setTimeout(() => fail('did not start in time'), START_MS)
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const [, address] = /Listening on (127\.0\.0\.1:\d+)\s/.exec(written) ?? []
      if (address === undefined) return
      clearTimeout(deadline)
      guard.stdout.off('data', read).resume()
      resolve(address)
    }
    guard.stdout.on('data', read)
    guard.stderr.on(
      'data',
      (chunk: Buffer) => (written = (written + chunk.toString()).slice(-5_000)),
    )
    guard.once('exit', () => {
      clearTimeout(deadline)
      fail('ended')
    })
  })
}

async function end(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return
  const ended = once(guard, 'exit')
  guard.stdin?.end()
  await ended
}

/** What an operator of the package types to have the EVM chain of the demo. */
export const INSTALL_ANVIL = 'npm install @foundry-rs/anvil'

/**
 * Path of the anvil that npm installed for this machine: beside this module, or in the folder where the process was
 * started. `@foundry-rs/anvil` contains only a script. Each platform has the binary in an optional dependency, ready to
 * use after unpacking, so no install script has to run.
 *
 * @throws where npm had no binary for this machine, or left optional dependencies out
 */
export function anvilBinary(machine: Machine = process): string {
  const binary = findAnvil(machine)
  if (binary === null)
    throw new Error(`${packageFor(machine)} is not installed: the demo's EVM chain cannot run`)
  return binary
}

/** Null where it is not installed. */
export function findAnvil(machine: Machine = process): string | null {
  const file = machine.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const places = [import.meta.url, join(process.cwd(), 'package.json')]
  for (const place of places) {
    try {
      const launcher = createRequire(place).resolve('@foundry-rs/anvil/package.json')
      return createRequire(launcher).resolve(`${packageFor(machine)}/bin/${file}`)
    } catch {
      continue
    }
  }
  return null
}

function packageFor({ platform, arch }: Machine): string {
  return `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}`
}

type Machine = { platform: string; arch: string }
