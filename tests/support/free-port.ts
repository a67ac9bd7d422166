import { randomInt } from 'node:crypto'
import { isPortFree } from '#demo/is-port-free.ts'

/** Below what systems give out by themselves (32768 upwards on Linux), so that nobody is given it meanwhile. */
const RANGE = [20_000, 32_000] as const

/** A loopback port that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(...RANGE)
  return (await isPortFree(port)) ? port : freePort()
}
