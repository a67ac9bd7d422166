import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { LiveAttempt, OpenAgain, Status } from './live-attempt.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useCore } from '../context/context.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { OtherAccount } from './other-account.tsx'
import { SafePart } from './safe-part.tsx'
import { OwnText } from '../signing/signed-text.tsx'
import { useTime } from './time-left.tsx'
import { type AttemptWallet, useAttemptWallet } from './use-attempt-wallet.ts'
import { SHIELD } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'

type Props = { shown: ShownAttempt }

/** The account is fixed: its wallet must sign the text, which needs another tap. */
export function AwaitingSignature({ shown }: Props) {
  const { title } = useMessagesOf('signing')
  const { attempt: common } = useMessages()
  const { attempt, proof, setback } = shown
  const wallet = useAttemptWallet(attempt)
  const time = useTime()
  const isSilent = isSilentSince(shown, time)
  return (
    <LiveAttempt title={title} shown={shown} ways={{ link: wallet.link, isProminent: isSilent }}>
      <AttemptSteps shown={shown} opening={common.open(wallet.name)} />
      <HowItStands shown={shown} wallet={wallet} isSilent={isSilent} />
      <ProblemNotice code={setback} />
      <OtherAccount attempt={attempt} />
      {proof === 'none' && <NextTap isAsked={shown.signAskedAt !== null} />}
      {attempt.cosigningCode !== null && (
        <SafePart>{({ SafeWays }) => <SafeWays attempt={attempt} />}</SafePart>
      )}
      <WhatIsShown attempt={attempt} />
      {attempt.family === 'evm' && attempt.account !== null && (
        <Signer account={attempt.account} signsFor={attempt.signsFor} />
      )}
    </LiveAttempt>
  )
}

type HowProps = Props & { wallet: AttemptWallet; isSilent: boolean }

function HowItStands({ shown, wallet, isSilent }: HowProps) {
  const messages = useMessagesOf('signing')
  const { attempt: common } = useMessages()
  const isOnline = useIsOnline()
  const { proof, signAskedAt } = shown
  if (!isOnline) return <Status text={common.hintOffline} isStrong />
  if (proof === 'checking') return <Status text={common.hintChecking} />
  if (proof === 'retrying') return <Status text={common.hintRetrying} />
  if (signAskedAt === null) return <Status text={messages.hint} />
  if (isSilent) {
    const text = wallet.link === null ? common.hintSilentHere : common.hintSilent
    return <Status text={text} isStrong />
  }
  return <Status text={messages.hintWaiting(wallet.name)} />
}

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
function NextTap({ isAsked }: { isAsked: boolean }) {
  const { attempts } = useCore()
  const { press } = useMessagesOf('signing')
  if (isAsked) return <OpenAgain />
  return (
    <div className="actions">
      <Button onPress={() => attempts.sign()}>{press}</Button>
    </div>
  )
}

/** The text that the wallet will show; or, for a wallet that shows only a hash, the text and its hash. */
function WhatIsShown({ attempt }: { attempt: Attempt }) {
  const messages = useMessagesOf('signing')
  const { message: text } = attempt
  const evm = useSection('evm', attempt.family === 'evm')
  if (text === null) return null
  const safe = attempt.family === 'evm' ? attempt.signsFor : null
  if (safe === null) {
    return <OwnText header={messages.text} note={messages.textNote} text={text} />
  }
  if (evm.status !== 'ready') return <SkeletonCell />
  const { text: header, textNote } = evm.value.signsAs
  return (
    <>
      <OwnText header={header} note={textNote} text={text} />
      <SafePart>{({ SafeHash }) => <SafeHash safe={safe} text={text} />}</SafePart>
    </>
  )
}

type SignerProps = { account: EvmAccount; signsFor: EvmAccount | null }

/** The one account whose signature counts, and the Safe that it signs for as an owner, if any. */
function Signer({ account, signsFor }: SignerProps) {
  const messages = useMessagesOf('signing')
  const evm = useSection('evm')
  const { address, chainId } = account
  return (
    <Section>
      <Cell
        icon={WALLET}
        title={messages.account}
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
