import type { Telegram } from './telegram.ts'

/** Major version of the protocol that brought prepared messages (core.telegram.org/bots/webapps, `shareMessage`). */
const SINCE = 8

/** Whether the client supports prepared messages. Not in the port, because few screens need it. */
export function canShareMessage({ version }: Pick<Telegram, 'version'>): boolean {
  return Number.parseInt(version, 10) >= SINCE
}
