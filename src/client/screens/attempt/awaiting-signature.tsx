import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import type { SigningMessages } from '../../i18n/signing/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Button } from '../../ui/button.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { PartMissing } from '../problem/part-missing.tsx'
import { ShortAddress } from '../short-address.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { useCore } from '../use-core.ts'
import { useEvmWords } from '../use-evm-words.ts'
import { useSigningWords } from '../use-signing-words.ts'
import { Waiting } from '../waiting.tsx'
import { AttemptSteps } from './attempt-steps.tsx'
import { OpenAgain } from './open-again.tsx'
import { SafePart } from './safe-part.tsx'
import { SignedText } from './signed-text.tsx'
import { Status } from './status.tsx'
import { TimeLeft } from './time-left.tsx'
import { useLeave } from './use-leave.ts'
import { useTime } from './use-time.ts'
import { useWalletOf } from './use-wallet-of.ts'
import { WaysOn } from './ways-on.tsx'
import { SHIELD } from '../../ui/icons/shield.ts'
import { WALLET } from '../../ui/icons/wallet.ts'

/** The account is fixed: its wallet is to sign the text, in a tap of its own. */
export function AwaitingSignature({ shown }: { shown: ShownAttempt }) {
  const words = useSigningWords(true)
  if (words.status === 'waiting') return <Waiting />
  if (words.status === 'failed') {
    return <PartMissing onRetry={words.retry} />
  }
  return <Signing shown={shown} words={words.value} />
}

type Props = { shown: ShownAttempt; words: SigningMessages }

function Signing({ shown, words }: Props) {
  const { attempt: common } = useMessages()
  const { attempt, proof, setback } = shown
  const wallet = useWalletOf(attempt)
  const time = useTime()
  const leave = useLeave(attempt)
  const isSilent = isSilentSince(shown, time)
  return (
    <Screen title={words.title}>
      <AttemptSteps shown={shown} opening={common.open(wallet.name)} />
      <HowItStands shown={shown} words={words} wallet={wallet.name} isSilent={isSilent} />
      <ProblemNotice code={setback} />
      {proof === 'none' && <NextTap isAsked={shown.signAskedAt !== null} words={words} />}
      {attempt.collectionCode !== null && (
        <SafePart>{({ SafeWays }) => <SafeWays attempt={attempt} />}</SafePart>
      )}
      <WhatIsShown attempt={attempt} words={words} />
      {attempt.family === 'evm' && attempt.account !== null && (
        <Signer account={attempt.account} signsFor={attempt.signsFor} words={words} />
      )}
      {proof !== 'checking' && (
        <WaysOn attempt={attempt} link={wallet.link} isProminent={isSilent} onCancel={leave} />
      )}
      {proof === 'none' && <TimeLeft until={attempt.expiresAt} time={time} />}
    </Screen>
  )
}

type HowProps = Props & { wallet: string; isSilent: boolean }

function HowItStands({ shown, words, wallet, isSilent }: HowProps) {
  const { attempt: common } = useMessages()
  const { proof, signAskedAt } = shown
  if (proof === 'checking') return <Status text={common.hintChecking} />
  if (proof === 'retrying') return <Status text={common.hintRetrying} />
  if (signAskedAt === null) return <Status text={words.hint} />
  if (isSilent) return <Status text={common.hintSilent} isStrong />
  return <Status text={words.hintWaiting(wallet)} />
}

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
function NextTap({ isAsked, words }: { isAsked: boolean; words: SigningMessages }) {
  const { attempts } = useCore()
  if (isAsked) return <OpenAgain />
  return (
    <div className="actions">
      <Button onPress={() => attempts.sign()}>{words.press}</Button>
    </div>
  )
}

/** The text that the wallet is going to show; or, where it shows only a hash, the text with its hash. */
function WhatIsShown({ attempt, words }: { attempt: Attempt; words: SigningMessages }) {
  const { message: text } = attempt
  const evm = useEvmWords(attempt.family === 'evm')
  if (text === null) return null
  const safe = attempt.family === 'evm' ? attempt.signsFor : null
  if (safe === null) {
    return <SignedText header={words.text} note={words.textNote} text={text} />
  }
  if (evm.status !== 'ready') return <SkeletonCell />
  const { text: header, textNote } = evm.value.signsAs
  return (
    <>
      <SignedText header={header} note={textNote} text={text} />
      <SafePart>{({ SafeHash }) => <SafeHash safe={safe} text={text} />}</SafePart>
    </>
  )
}

type SignerProps = { account: EvmAccount; signsFor: EvmAccount | null; words: SigningMessages }

/** The one account whose signature counts, and the Safe for which it signs as an owner, if it does. */
function Signer({ account, signsFor, words }: SignerProps) {
  const evm = useEvmWords()
  const { address, chainId } = account
  return (
    <Section>
      <Cell
        icon={WALLET}
        title={words.account}
        subtitle={evm.status === 'ready' ? <bdi>{evm.value.chainName(chainId)}</bdi> : '\u00a0'}
        after={<ShortAddress wallet={{ family: 'evm', address }} />}
      />
      {signsFor !== null && evm.status === 'ready' && (
        <Cell
          icon={SHIELD}
          title={evm.value.signsAs.safe}
          subtitle={<bdi>{evm.value.chainName(signsFor.chainId)}</bdi>}
          after={<ShortAddress wallet={{ family: 'evm', address: signsFor.address }} />}
        />
      )}
    </Section>
  )
}

function isSilentSince({ proof, signAskedAt, openedAt }: ShownAttempt, time: number): boolean {
  if (proof !== 'none' || signAskedAt === null) return false
  return time - Math.max(signAskedAt, openedAt) > WALLET_SILENCE_MS
}
