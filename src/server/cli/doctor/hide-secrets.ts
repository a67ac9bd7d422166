import type { Environment } from '#server/config/environment.ts'

const SECRET_NAMES = new Set([
  'BOT_TOKEN',
  'DATA_KEY',
  'TELEGRAM_WEBHOOK_SECRET',
  'WEBHOOK_SIGNING_SECRET',
  'TON_API_KEY',
  'SAFE_API_KEY',
  'METRICS_TOKEN',
])
/** URLs in which every part may be a key; in other URLs only the password is one. */
const KEYED_URL = /^(?:WEBHOOK_URL|TON_API_URL|SAFE_API_URL|TELEGRAM_API_ROOT|EVM_RPC_\w+)$/
/** Shorter texts occur in ordinary words. */
const SHORTEST_SECRET = 6
/** Shorter parts of a path are ordinary words. */
const SHORTEST_STEP = 16

/**
 * A second safeguard: checks never print secrets, and this filter blanks out any that one prints by mistake.
 *
 * @param environment usable or not: a malformed secret is still one
 */
export function createSecretFilter(environment: Environment): (text: string) => string {
  const secrets = Object.entries(environment)
    .flatMap(([name, value = '']) => getSecrets(name, value))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

function getSecrets(name: string, value: string): string[] {
  const parts = value.split(',').map((part) => part.trim())
  if (SECRET_NAMES.has(name)) return [value, ...parts]
  const urls = parts.filter((part) => URL.canParse(part)).map((part) => new URL(part))
  const keys = KEYED_URL.test(name) ? urls.flatMap(getKeys) : []
  return urls.flatMap(getPasswords).concat(keys)
}

function getPasswords({ password, searchParams }: URL): string[] {
  return [password, decode(password), searchParams.get('password') ?? '']
}

function getKeys({ pathname, search, searchParams }: URL): string[] {
  const steps = pathname.split('/').filter((step) => step.length >= SHORTEST_STEP)
  return [search, ...searchParams.values(), ...steps]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
