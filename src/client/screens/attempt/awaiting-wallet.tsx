import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { useEvmWords } from '../use-evm-words.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { OpenAgain } from './open-again.tsx'
import { Status } from './status.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAttemptWords } from './use-attempt-words.ts'
import { useLeave } from './use-leave.ts'
import { useTime } from './use-time.ts'
import { useWalletOf } from './use-wallet-of.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The member is in the wallet, or on the way there or back. */
export function AwaitingWallet({ shown }: Props) {
  const messages = useMessages()
  const words = useAttemptWords(shown.attempt)
  const wallet = useWalletOf(shown.attempt)
  const time = useTime()
  const leave = useLeave(shown.attempt)
  const hasProof = shown.proof !== 'none'
  const scan = useScanHint(!hasProof && wallet.isElsewhere)
  const isSilent = !hasProof && time - shown.openedAt > WALLET_SILENCE_MS
  return (
    <Screen title={words.title}>
      <AttemptSteps shown={shown} opening={words.open(wallet.name)} />
      <Status
        text={scan ?? hintOf(messages, { shown, wallet: wallet.name, isSilent })}
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
  const evm = useEvmWords(isElsewhere)
  return evm.status === 'ready' ? evm.value.scan : null
}

type Hint = { shown: ShownAttempt; wallet: string; isSilent: boolean }

function hintOf(
  { attempt: words, connect }: ReturnType<typeof useMessages>,
  { shown, wallet, isSilent }: Hint,
): string {
  // An EVM wallet has told its account, for which the server writes the text to sign.
  if (shown.proof === 'checking') {
    return shown.attempt.family === 'evm' ? connect.preparing : words.hintChecking
  }
  if (shown.proof === 'retrying') return words.hintRetrying
  if (isSilent) return words.hintSilent
  return shown.attempt.state === 'awaiting-wallet' ? words.hintApprove(wallet) : words.hintOpen
}
