/** Telegram escapes line breaks in its JSON. A bare one would make the rest of a value look like another field. */
const LINE_BREAK = /[\r\n]/
const FIELD_NAME = /^\w+$/
/** Of 64 bytes, in unpadded base64url. The last character has no stray bits. */
const SIGNATURE = /^[\w-]{85}[AQgw]$/

/**
 * The fields of a launch, decoded; null where one comes twice, is not encoded properly, or has a line break.
 *
 * @param launch a query string
 */
export function readLaunchFields(launch: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (const pair of launch.split('&')) {
    const at = pair.indexOf('=')
    const [name, value] = [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    if (at < 1 || name === null || value === null) return null
    if (fields.has(name) || !FIELD_NAME.test(name) || LINE_BREAK.test(value)) return null
    fields.set(name, value)
  }
  return fields
}

/** Telegram's signature for third parties; null if the launch has none. */
export function getSignature(fields: ReadonlyMap<string, string>): string | null {
  const signature = fields.get('signature') ?? ''
  return SIGNATURE.test(signature) ? signature : null
}

/** The query string without `hash`, so that nobody can open a session with it. */
export function writePublicLaunch(fields: ReadonlyMap<string, string>): string {
  return [...fields]
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * What Telegram signs of a launch: `name=value` lines, sorted by name in the order of code units.
 *
 * @param without the field that has the signature
 * @see https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function getCheckString(fields: ReadonlyMap<string, string>, without: string): string {
  return [...fields]
    .filter(([name]) => name !== without)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}
