import type { Level } from '#shared/wallet.ts'
import type { Tone } from '../ui/tone.ts'

/** Membership is not control, and looks different. */
export function getLevelTone(level: Level): Tone {
  return level === 'signer' ? 'quiet' : 'success'
}
