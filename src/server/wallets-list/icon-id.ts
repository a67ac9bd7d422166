import { createHash } from 'node:crypto'

/** Name under which our origin serves the icon at `url`: the first 16 bytes of its SHA-256, hex. */
export function iconId(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}
