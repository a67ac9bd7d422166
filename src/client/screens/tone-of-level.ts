import type { Level } from '#shared/wallet.ts'
import type { Tone } from '../ui/tone.ts'

/** Membership is no control, and does not look like it. */
export function getLevelTone(level: Level): Tone {
  return level === 'signer' ? 'quiet' : 'success'
}
