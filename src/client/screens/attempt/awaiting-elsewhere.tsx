import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useCore, useServices } from '../context/context.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { GoOnInBrowser } from './go-on-in-browser.tsx'
import { Status } from './live-attempt.tsx'
import { TimeLeft } from './time-left.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useChooseWallet } from './use-choose-wallet.ts'
import { useGiveUp } from './use-leave.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useChoosing } from '../linking/use-choosing.ts'
import { findPurpose } from '../routing/attempt-routes.ts'
import type { Preparation } from '../linking/preparation.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'

type Props = { shown: ShownAttempt }

/**
 * Another device is running the attempt: this screen waits for the result, and can take the attempt over. Leaving does
 * not cancel it; only the explicit button does.
 */
export function AwaitingElsewhere({ shown }: Props) {
  const { attempt } = shown
  const messages = useAttemptMessages(attempt)
  const giveUp = useGiveUp(attempt)
  return (
    <Screen title={messages.title}>
      <AttemptSteps
        shown={shown}
        opening={messages.open(attempt.walletApp ?? messages.someWallet)}
      />
      <Status text={messages.elsewhere} />
      <TakeOver shown={shown} />
      <Section>
        <GoOnInBrowser attempt={attempt} tone="accent" />
        <ActionCell icon={CROSS} tone="destructive" title={messages.cancel} onPress={giveUp} />
      </Section>
      <TimeLeft until={attempt.expiresAt} />
    </Screen>
  )
}

/** The only way to connect a wallet from here. */
function TakeOver({ shown: { attempt } }: Props) {
  const { boot, wallets } = useServices()
  const { connect } = useMessages()
  const choose = useChooseWallet(attempt)
  if (wallets[attempt.family] === null) return null
  if (attempt.family === 'evm' && boot.policy.evm === 'browser')
    return <HandOver attempt={attempt} />
  return (
    <div className="actions">
      <Button onPress={choose}>{connect.title}</Button>
    </div>
  )
}

type HandOverProps = { attempt: Attempt }

/** Moves an attempt from another device to our page in the browser, where the operator has EVM wallets connect. */
function HandOver({ attempt }: HandOverProps) {
  const { preparations } = useCore()
  const messages = useSection('evm')
  if (preparations.evm === null || messages.status !== 'ready') return null
  return <Offer attempt={attempt} preparation={preparations.evm} />
}

function Offer({ attempt, preparation }: HandOverProps & { preparation: Preparation }) {
  const { attempts } = useCore()
  const { browser } = useMessagesOf('evm')
  const aim = { purpose: findPurpose(attempt), wanted: [] }
  const { state, choose } = useChoosing(preparation, aim)
  const isBusy = state.status === 'preparing'
  const isReady = state.status === 'ready' && state.attempt.id === attempt.id
  // The ticket arrived too late for the tap.
  const isLate = isReady && state.wanted !== null
  useAnnounce(isLate ? browser.open : null)
  const goOn = () => {
    if (!isReady) takeOver()
    choose('browser')
  }
  const takeOver = () => {
    attempts.adopt(attempt)
    // The prepared one may be another attempt.
    preparation.reset()
  }
  return (
    <div className="actions">
      <Button isBusy={isBusy} onPress={() => isBusy || goOn()}>
        {isLate ? browser.open : browser.goOn}
      </Button>
      <ProblemNotice code={state.status === 'failed' ? state.code : null} />
    </div>
  )
}
