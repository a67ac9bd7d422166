import { atom } from 'nanostores'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Attempt, isSettled } from '#shared/attempt.ts'
import { useStore } from '../../use-store.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { HomeAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { getCosigningRoute, getOrigin } from '../routing/attempt-routes.ts'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { needsAccount } from '../linking/submission.ts'
import type { Route } from '../routing/router.ts'
import { findWayBack } from '../join/joining.ts'
import { createSignedHere } from '../cosign/signed-here.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/context.ts'
import { useIsInBrowser } from '../device/use-is-in-browser.ts'
import { Waiting } from '../screen/waiting.tsx'
import { AwaitingBrowser } from './awaiting-browser.tsx'
import { AwaitingElsewhere } from './awaiting-elsewhere.tsx'
import { AwaitingSignature } from './awaiting-signature.tsx'
import { AwaitingWallet } from './awaiting-wallet.tsx'
import { ChoosingAccount } from './choosing-account.tsx'
import { Failed } from './failed.tsx'
import { Linked } from './linked.tsx'
import { SwitchingChain } from './switching-chain.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { WrongWallet } from './wrong-wallet.tsx'
import { CROSS, CLOCK } from '../../ui/icons.ts'
import { formatMoment } from '../../i18n/format.ts'
import type { SessionStep } from '../../wallets/wallet-connector.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextOffer } from './text-offer.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { SafePart } from './safe-part.tsx'
import { TimeLeft } from './time-left.tsx'
import { useGiveUp } from './use-leave.ts'

/** One attempt to link a wallet: shows what the server knows about it. */
export function AttemptScreen({ id }: { id: string }) {
  const { attempts } = useCore()
  const state = useStore(attempts.state)
  useEffect(() => {
    void attempts.resume(id)
    return attempts.watch()
  }, [attempts, id])
  if (state.status === 'shown' && state.attempt.id === id) return <Shown shown={state} />
  if (state.status === 'unavailable') {
    return <ProblemScreen code={state.code} onRetry={() => void attempts.resume(id)} />
  }
  return <Waiting />
}

function Shown({ shown }: { shown: ShownAttempt }) {
  const { attempt, failure } = shown
  if (failure !== null) return <Failed attempt={attempt} code={failure} />
  return isSettled(attempt.state) ? <Settled shown={shown} /> : <Pending shown={shown} />
}

function Pending({ shown }: { shown: ShownAttempt }) {
  const { attempt, setback } = shown
  const cosigning = getCosigningRoute(attempt)
  const isInBrowser = useIsInBrowser(attempt.family)
  const evm = useSection('evm', isInBrowser)
  const signing = useSection('signing', attempt.state === 'awaiting-signature')
  if (attempt.state === 'awaiting-consent') return <AwaitingConsent shown={shown} />
  if (attempt.state === 'awaiting-cosigners')
    return <GoTo route={cosigning ?? { screen: 'home' }} />
  if (cosigning !== null && (shown.isElsewhere || isInBrowser)) {
    return <AwaitingOwners attempt={attempt} />
  }
  if (shown.isElsewhere) return <AwaitingElsewhere shown={shown} />
  if (isInBrowser) {
    return (
      <PartScreen part={evm}>
        <AwaitingBrowser shown={shown} />
      </PartScreen>
    )
  }
  if (attempt.state === 'awaiting-signature') {
    return (
      <PartScreen part={signing}>
        <AwaitingSignature shown={shown} />
      </PartScreen>
    )
  }
  if (setback !== null && needsAccount(attempt)) {
    return <WrongWallet attempt={attempt} code={setback} />
  }
  return <Connecting shown={shown} />
}

const NO_STEP = atom<SessionStep | null>(null)

/** Until the wallet's account is known. */
function Connecting({ shown }: { shown: ShownAttempt }) {
  const { wallets } = useServices()
  const connector = wallets[shown.attempt.family]
  const step = useStore(connector?.sessionStep ?? NO_STEP)
  const evm = useSection('evm', step !== null)
  if (step === null) return <AwaitingWallet shown={shown} />
  return (
    <PartScreen part={evm}>
      {step.kind === 'choose-account' ? (
        <ChoosingAccount shown={shown} accounts={step.accounts} />
      ) : (
        <SwitchingChain shown={shown} />
      )}
    </PartScreen>
  )
}

function Settled({ shown }: { shown: ShownAttempt }) {
  const { attempt } = shown
  const cosigning = getCosigningRoute(attempt)
  if (attempt.state === 'linked') return <Success shown={shown} />
  if (attempt.state === 'cosigned') return <Cosigned attempt={attempt} />
  // Cancelled or expired: the cosigning shows this to its owners, too.
  if (cosigning !== null && attempt.errorCode === null) return <GoTo route={cosigning} />
  if (attempt.state === 'cancelled') return <Cancelled attempt={attempt} />
  const code = attempt.state === 'expired' ? 'attempt-expired' : 'internal'
  return <Failed attempt={attempt} code={attempt.errorCode ?? code} />
}

function Cosigned({ attempt }: { attempt: Attempt }) {
  const { storage } = useCore()
  const { confirmsCode } = attempt
  useEffect(() => {
    if (confirmsCode !== null) createSignedHere(storage).note(confirmsCode)
  }, [storage, confirmsCode])
  return <GoTo route={getOrigin(attempt)} />
}

function Success({ shown }: { shown: ShownAttempt }) {
  const { attempt } = shown
  const { storage } = useCore()
  const [origin] = useState(() => findWayBack(storage, attempt))
  // Linking has answered the connect request, or decided the request to join, and its screen says so.
  return origin.screen === 'home' || origin.screen === 'cosign' ? (
    <Linked shown={shown} />
  ) : (
    <GoTo route={origin} />
  )
}

/** Goes to another screen, which shows the outcome. */
function GoTo({ route }: { route: Route }) {
  const { router } = useServices()
  const leave = useEffectEvent(() => router.returnTo(route))
  useEffect(() => {
    leave()
  }, [])
  return <Waiting />
}

function Cancelled({ attempt }: { attempt: Attempt }) {
  const { actions } = useMessages()
  const messages = useAttemptMessages(attempt)
  return (
    <Screen>
      <Outcome icon={CROSS} tone="plain" title={messages.failed} text={messages.cancelled} />
      <HomeAction text={actions.home} />
    </Screen>
  )
}

/** The proof is valid, but the wallet is linked to another account, whose holder must consent. */
function AwaitingConsent({ shown }: { shown: ShownAttempt }) {
  const { language, messages } = useLocalization()
  const { attempt } = messages
  return (
    <Screen>
      <Outcome icon={CLOCK} tone="plain" title={attempt.consent} text={attempt.consentText} />
      <ForAccount />
      <Notice>{attempt.consentNext(formatMoment(language, shown.attempt.expiresAt))}</Notice>
      <TextOffer shown={shown} purpose="moveNow" />
      <HomeAction text={attempt.done} />
    </Screen>
  )
}

/** A Safe was connected on another device: here its owners can be asked to sign. Leaving cancels nothing. */
function AwaitingOwners({ attempt }: { attempt: Attempt }) {
  const { attempt: messages } = useMessages()
  const giveUp = useGiveUp(attempt)
  return (
    <Screen title={messages.title}>
      <ForAccount />
      <SafePart>{({ SafeWays }) => <SafeWays attempt={attempt} />}</SafePart>
      <Section>
        <ActionCell icon={CROSS} tone="destructive" title={messages.cancel} onPress={giveUp} />
      </Section>
      <TimeLeft until={attempt.expiresAt} />
    </Screen>
  )
}
