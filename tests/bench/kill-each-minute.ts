import { setTimeout as sleep } from 'node:timers/promises'
import type { BuiltServer } from './start-built.ts'

/** From when until when nobody answered, in Unix milliseconds; in a moment where another server lived. */
export type Death = { from: number; to: number }

const KILL_EVERY_MS = 60_000
const LOOK_MS = 20

/**
 * Kills one server by SIGKILL each minute, the oldest first, and starts another one.
 *
 * @param start adds a server to `servers`
 * @param deaths noted as they happen
 */
export async function killEachMinute(
  servers: Set<BuiltServer>,
  start: () => Promise<void>,
  { isOver, deaths }: { isOver: () => boolean; deaths: Death[] },
): Promise<void> {
  for (let at = Date.now() + KILL_EVERY_MS; !isOver(); await sleep(LOOK_MS)) {
    const [server] = servers
    if (Date.now() < at || server === undefined) continue
    at += KILL_EVERY_MS
    servers.delete(server)
    const isLast = servers.size === 0
    const from = Date.now()
    await server.kill()
    await start()
    deaths.push({ from, to: isLast ? Date.now() : from })
  }
}
