import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from './attempt-view.ts'
import { useEvmMessages } from '../use-evm-messages.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft, useTime } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useLeave } from './use-leave.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The member is in the wallet, or on the way to it or back. */
export function AwaitingWallet({ shown }: Props) {
  const messages = useMessages()
  const attemptMessages = useAttemptMessages(shown.attempt)
  const wallet = useAttemptWallet(shown.attempt)
  const time = useTime()
  const leave = useLeave(shown.attempt)
  const hasProof = shown.proof !== 'none'
  const scan = useScanHint(!hasProof && wallet.isElsewhere)
  const isSilent = !hasProof && time - shown.openedAt > WALLET_SILENCE_MS
  return (
    <Screen title={attemptMessages.title}>
      <AttemptSteps shown={shown} opening={attemptMessages.open(wallet.name)} />
      <Status
        text={scan ?? getHint(messages, { shown, wallet: wallet.name, isSilent })}
        isStrong={isSilent}
      />
      {!hasProof && !wallet.isElsewhere && <OpenAgain />}
      {shown.proof !== 'checking' && (
        <WaysOn
          attempt={shown.attempt}
          link={wallet.link}
          isProminent={isSilent}
          onCancel={leave}
        />
      )}
      {!hasProof && <TimeLeft until={shown.attempt.expiresAt} time={time} />}
    </Screen>
  )
}

/** @param isElsewhere whether the wallet is on another device */
function useScanHint(isElsewhere: boolean): string | null {
  const evm = useEvmMessages(isElsewhere)
  return evm.status === 'ready' ? evm.value.scan : null
}

type Hint = { shown: ShownAttempt; wallet: string; isSilent: boolean }

function getHint(
  { attempt: attemptMessages, connect }: ReturnType<typeof useMessages>,
  { shown, wallet, isSilent }: Hint,
): string {
  // An EVM wallet has shared its address, and the server writes the text to sign.
  if (shown.proof === 'checking') {
    return shown.attempt.family === 'evm' ? connect.preparing : attemptMessages.hintChecking
  }
  if (shown.proof === 'retrying') return attemptMessages.hintRetrying
  if (isSilent) return attemptMessages.hintSilent
  return shown.attempt.state === 'awaiting-wallet'
    ? attemptMessages.hintApprove(wallet)
    : attemptMessages.hintOpen
}
