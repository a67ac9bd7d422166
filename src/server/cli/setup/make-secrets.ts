import { randomBytes } from 'node:crypto'
import type { Environment } from '#server/config/environment.ts'
import type { Settings } from './read-flags.ts'

const SECRET_BYTES = 32

/** Generates the secrets that the settings need but do not have. */
export function makeSecrets(settings: Environment): Settings {
  const lacks = (name: string) => (settings[name] ?? '') === ''
  const isReceiverSet = !lacks('WEBHOOK_URL')
  return {
    ...(lacks('DATA_KEY') && { DATA_KEY: randomBytes(SECRET_BYTES).toString('hex') }),
    ...(settings['BOT_MODE'] === 'webhook' &&
      lacks('TELEGRAM_WEBHOOK_SECRET') && {
        TELEGRAM_WEBHOOK_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
      }),
    ...(isReceiverSet &&
      lacks('WEBHOOK_SIGNING_SECRET') && {
        WEBHOOK_SIGNING_SECRET: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
      }),
  }
}
