import type { Attempt } from '#shared/attempt.ts'
import type { AppMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { useSection } from '../arriving/use-section.ts'

/** Messages of an attempt, which links a wallet or confirms as an owner of a multisig. */
export function useAttemptMessages({
  confirmsCode,
}: Pick<Attempt, 'confirmsCode'>): AppMessages['attempt'] {
  const { attempt } = useMessages()
  const multisig = useSection('multisig', confirmsCode !== null)
  if (multisig.status !== 'ready') return attempt
  const { title, cancel, leaveAsk, failed } = multisig.value.cosign.attempt
  return { ...attempt, title, cancel, leaveAsk, failed }
}
