import type { Attempt } from '#shared/attempt.ts'
import type { Messages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { useMultisigWords } from '../use-multisig-words.ts'

/** What is said of an attempt: that a wallet is linked, or that an owner of a multisig speaks. */
export function useAttemptWords({ cosignCode }: Pick<Attempt, 'cosignCode'>): Messages['attempt'] {
  const { attempt } = useMessages()
  const multisig = useMultisigWords(cosignCode !== null)
  if (multisig.status !== 'ready') return attempt
  const { title, cancel, leaveAsk, failed } = multisig.value.cosign.attempt
  return { ...attempt, title, cancel, leaveAsk, failed }
}
