import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { LiveAttempt, OpenAgain, Status } from './live-attempt.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { useTime } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { type AttemptWallet, useAttemptWallet } from './use-attempt-wallet.ts'

type Props = { shown: ShownAttempt }

/** The member is in the wallet, or on the way to it or back. */
export function AwaitingWallet({ shown }: Props) {
  const messages = useMessages()
  const attemptMessages = useAttemptMessages(shown.attempt)
  const wallet = useAttemptWallet(shown.attempt)
  const time = useTime()
  const hasProof = shown.proof !== 'none'
  const isElsewhere = !hasProof && wallet.isElsewhere
  const isOnline = useIsOnline()
  const isSilent = !hasProof && time - shown.openedAt > WALLET_SILENCE_MS
  return (
    <LiveAttempt
      title={attemptMessages.title}
      shown={shown}
      ways={{ link: wallet.link, isProminent: isSilent }}
    >
      <AttemptSteps
        shown={shown}
        opening={attemptMessages.open(wallet.name)}
        isElsewhere={isElsewhere}
      />
      <Status
        text={getHint(messages, { shown, wallet, isElsewhere, isSilent, isOnline })}
        isStrong={isSilent || !isOnline}
      />
      {!hasProof && !isElsewhere && <OpenAgain />}
      {isElsewhere && shown.attempt.family === 'ton' && (
        <OpenAgain text={messages.attempt.openHere} />
      )}
    </LiveAttempt>
  )
}

type Hint = {
  shown: ShownAttempt
  wallet: AttemptWallet
  /** The wallet is on another device. */
  isElsewhere: boolean
  isSilent: boolean
  isOnline: boolean
}

function getHint(
  { attempt: attemptMessages, connect }: ReturnType<typeof useMessages>,
  { shown, wallet, isElsewhere, isSilent, isOnline }: Hint,
): string {
  if (!isOnline) return attemptMessages.hintOffline
  if (isElsewhere) return attemptMessages.hintScan
  // An EVM wallet has shared its address, and the server writes the text to sign.
  if (shown.proof === 'checking') {
    return shown.attempt.family === 'evm' ? connect.preparing : attemptMessages.hintChecking
  }
  if (shown.proof === 'retrying') return attemptMessages.hintRetrying
  if (isSilent) {
    return wallet.link === null ? attemptMessages.hintSilentHere : attemptMessages.hintSilent
  }
  return shown.attempt.state === 'awaiting-wallet'
    ? attemptMessages.hintApprove(wallet.name)
    : attemptMessages.hintOpen
}
