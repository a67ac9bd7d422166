import { useStore } from '@nanostores/react'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { formatCountdown } from '../../i18n/format.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Button } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { useAnnounce } from '../use-announce.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { Steps } from './steps.tsx'
import { useLeave } from './use-leave.ts'
import { useTime } from './use-time.ts'
import { WaysOn } from './ways-on.tsx'

type Props = { shown: ShownAttempt }

/** The member is in the wallet, or on the way there or back. */
export function AwaitingWallet({ shown }: Props) {
  const { wallets } = useServices()
  const { attempt: words } = useMessages()
  const app = useStore(wallets.walletApp)
  const wallet = app?.name ?? shown.attempt.walletApp ?? words.someWallet
  const time = useTime()
  const leave = useLeave(shown.attempt)
  const hasProof = shown.proof !== 'none'
  const isSilent = !hasProof && time - shown.openedAt > WALLET_SILENCE_MS
  const hint = hintOf(words, { shown, wallet, isSilent })
  useAnnounce(hint)
  return (
    <Screen title={words.title}>
      <Steps wallet={wallet} current={hasProof ? 2 : stepOf(shown)} />
      <p className={isSilent ? 'status status-strong' : 'status'} key={hint}>
        {hint}
      </p>
      {!hasProof && <OpenAgain />}
      {shown.proof !== 'checking' && (
        <WaysOn attempt={shown.attempt} isProminent={isSilent} onCancel={leave} />
      )}
      {!hasProof && <TimeLeft until={shown.attempt.expiresAt} time={time} />}
    </Screen>
  )
}

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
function OpenAgain() {
  const { attempts } = useCore()
  const { attempt } = useMessages()
  return (
    <div className="actions">
      <Button onPress={() => attempts.reopen()}>{attempt.reopen}</Button>
    </div>
  )
}

function TimeLeft({ until, time }: { until: string; time: number }) {
  const { language, messages } = useSpeech()
  const left = Math.max(0, Date.parse(until) - time)
  return (
    <p className="actions-note" role="timer">
      {messages.attempt.timeLeft(formatCountdown(language, left))}
    </p>
  )
}

function stepOf({ attempt }: ShownAttempt): 0 | 1 {
  return attempt.state === 'awaiting-wallet' ? 1 : 0
}

type Hint = { shown: ShownAttempt; wallet: string; isSilent: boolean }

function hintOf(
  words: ReturnType<typeof useMessages>['attempt'],
  { shown, wallet, isSilent }: Hint,
): string {
  if (shown.proof === 'checking') return words.hintChecking
  if (shown.proof === 'retrying') return words.hintRetrying
  if (isSilent) return words.hintSilent
  return stepOf(shown) === 0 ? words.hintOpen : words.hintApprove(wallet)
}
