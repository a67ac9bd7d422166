import type { Attempt } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { WALLET, WARNING } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { toChoice } from '../../wallets/to-choice.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'
import { useChoosing } from '../linking/use-choosing.ts'
import { Outcome } from '../screen/outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { findPurpose } from '../routing/attempt-routes.ts'
import { findChoice, keepJoining } from '../join/joining.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore, useServices } from '../context/context.ts'
import { useSection } from '../arriving/use-section.ts'
import type { Aim, Preparation } from '../linking/preparation.ts'
import { useAcceptedChains } from './use-accepted-chains.ts'
import { useAttemptMessages } from './use-attempt-messages.ts'

type Props = { attempt: Attempt; code: ProblemCode }

/** "Try again" starts a new attempt, because an attempt that failed stays failed: with the same wallet, if it may work. */
export function Failed({ attempt, code }: Props) {
  const { opened, preparations } = useCore()
  const preparation = preparations[attempt.family]
  const app = opened.find(attempt)?.app ?? null
  const isWorthAgain = PROBLEM_ACTIONS[code] === 'new-attempt'
  if (preparation === null || app === null || !isWorthAgain) {
    return <ChooseAnew attempt={attempt} code={code} />
  }
  return <SameWallet attempt={attempt} code={code} app={app} preparation={preparation} />
}

function ChooseAnew({ attempt, code }: Props) {
  const { storage } = useCore()
  const { router, telegram } = useServices()
  const messages = useAttemptMessages(attempt)
  const sentence = useFailure(attempt, code)
  const startAnew = () => router.replace(findChoice(storage, attempt))
  // An attempt with a purpose, or in a ticket's browser, did not start from Home.
  const hasHome = findPurpose(attempt) === null && telegram.launch.place === 'telegram'
  return (
    <ProblemScreen
      code={code}
      title={messages.failed}
      text={sentence}
      onRetry={startAnew}
      onStartAnew={startAnew}
      onLeave={hasHome ? () => router.replace({ screen: 'home' }) : undefined}
    />
  )
}

type SameWalletProps = Props & { app: WalletApp; preparation: Preparation }

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
function SameWallet({ attempt, code, app, preparation }: SameWalletProps) {
  const { storage } = useCore()
  const { router } = useServices()
  const { connect } = useMessages()
  const messages = useAttemptMessages(attempt)
  const sentence = useFailure(attempt, code)
  const { state, choose } = useChoosing(preparation, useAim(attempt))
  const isBusy = state.status === 'preparing'
  // The attempt was ready too late for the tap.
  const isLate = state.status === 'ready' && state.wanted !== null
  useAnnounce(isLate ? connect.openWallet : null)
  const tryAgain = () => {
    keepJoining(storage, attempt.id)
    choose(toChoice(attempt.family, app))
  }
  return (
    <Screen>
      <Outcome icon={WARNING} tone="warning" title={messages.failed} text={sentence} />
      <div className="actions">
        <Button isBusy={isBusy} onPress={() => isBusy || tryAgain()}>
          {isLate ? connect.openWallet : messages.tryAgainWith(isolated(app.name))}
        </Button>
      </div>
      <ProblemNotice code={state.status === 'failed' ? state.code : null} />
      <Section>
        <ActionCell
          icon={WALLET}
          title={messages.anotherWallet}
          onPress={() => router.replace(findChoice(storage, attempt))}
        />
      </Section>
    </Screen>
  )
}

/**
 * Why the attempt failed. A wallet that has no accepted chain, or refused them, reads which ones were wanted; one that
 * was to sign for a Safe, on which chain that is.
 */
function useFailure(attempt: Attempt, code: ProblemCode): string | null {
  const isOtherChain = code === 'evm-chain-unsupported'
  const evm = useSection('evm', isOtherChain)
  const texts = evm.status === 'ready' ? evm.value : null
  const chains = useAcceptedChains()
  const sentence = useProblemSentence(code)
  if (texts === null) return sentence
  const safe = attempt.family === 'evm' ? attempt.signsFor : null
  return safe === null ? texts.otherChain(chains) : texts.safeChain(texts.chainName(safe.chainId))
}

/** What the attempt was for, and whose answer it wanted. */
function useAim(attempt: Attempt): Aim {
  const { opened } = useCore()
  return { purpose: findPurpose(attempt), wanted: opened.find(attempt)?.wanted ?? [] }
}
