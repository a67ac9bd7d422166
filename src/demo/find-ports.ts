import { isPortFree } from './is-port-free.ts'

/** The first of the ports that a demo takes where nobody named one. */
export const MESSENGER_PORT = 8080

/** Distance to the next ports that are tried. */
const STEP = 10
const LAST_PORT = 9_000

type Wanted = {
  /** Null for any: {@link MESSENGER_PORT}, or the next ones that are free. */
  first: number | null
  /** How many ports in a row. */
  count: number
}

/** The first of `count` free ports in a row; null where they are not free. */
export async function findPorts({ first, count }: Wanted): Promise<number | null> {
  if (first !== null) return (await areFree(first, count)) ? first : null
  for (let port = MESSENGER_PORT; port < LAST_PORT; port += STEP) {
    if (await areFree(port, count)) return port
  }
  return null
}

async function areFree(first: number, count: number): Promise<boolean> {
  const free = await Promise.all(
    Array.from({ length: count }, (_, index) => isPortFree(first + index)),
  )
  return free.every(Boolean)
}
