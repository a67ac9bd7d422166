import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { isOfConnection, onBack } from '../../connection.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/list.tsx'
import type { IconShape } from '../../ui/first-icons.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { useProblemAction } from '../problem/use-problem-action.ts'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useIsSlow } from '../screen/use-is-slow.ts'
import type { Choosing } from '../linking/use-choosing.ts'

type Props = {
  choosing: Choosing
  choice: WalletChoice
  /** The member has pressed, but not released yet. */
  onIntent?: () => void
  title: ReactNode
  subtitle?: string | undefined
} & ({ icon: IconShape } | { tile: ReactNode })

/** One wallet, or list of wallets: one tap opens it, however early the tap comes. */
export function ChoiceCell({ choosing, choice, onIntent, title, subtitle, ...mark }: Props) {
  const { progress, problem, pill, press } = useTap(choosing, choice)
  // Without a second line, the progress is shown at the end of the first.
  const second = problem ?? (subtitle === undefined ? undefined : (progress ?? subtitle))
  const isShownAfter = subtitle === undefined && progress !== null
  return (
    <ActionCell
      {...mark}
      intent={choice}
      title={title}
      subtitle={second}
      after={isShownAfter ? progress : pill !== null && <span className="pill">{pill}</span>}
      isBusy={progress !== null}
      onPress={press}
      {...(onIntent !== undefined && { onIntent })}
    />
  )
}

type ChoiceTap = {
  /** Shown while something is being prepared. */
  progress: string | null
  problem: string | null
  /** What the next tap does, where that differs from the first. */
  pill: string | null
  press: () => void
}

function useTap(choosing: Choosing, choice: WalletChoice): ChoiceTap {
  const { state, last, choose } = choosing
  const { connect } = useMessages()
  const code = state.status === 'failed' && last === choice ? state.code : null
  const problem = useProblemSentence(code)
  const again = () => choose(choice)
  useAgainWhenBack(code, again)
  const { label, act } = useProblemAction(code ?? 'internal', { retry: again, startAnew: again })
  const stage = findStage(choosing, choice)
  const delay = useDelay(choosing, choice, stage === 'preparing')
  const progress = stage === 'preparing' && delay === null ? connect.preparing : null
  const opening = stage === 'ready' ? connect.openWallet : null
  const tap = delay ?? { progress, problem, pill: opening, press: again }
  useAnnounce(tap.problem ?? tap.progress ?? tap.pill)
  if (code !== null) return { progress, problem, pill: label, press: act }
  return tap
}

/** Prepares the same choice again when the device is online again: the wallet then waits for a tap. */
function useAgainWhenBack(code: ProblemCode | null, again: () => void): void {
  const prepareAgain = useEffectEvent(again)
  const isLost = code !== null && isOfConnection(code)
  useEffect(() => {
    return isLost ? onBack(() => prepareAgain()) : undefined
  }, [isLost])
}

/** How far the preparation for this choice is; null where another choice, or none, waits. */
function findStage({ state }: Choosing, choice: WalletChoice): 'preparing' | 'ready' | null {
  if (state.status !== 'preparing' && state.status !== 'ready') return null
  return state.wanted === choice ? state.status : null
}

/** The offer when preparing takes too long; null until then. */
function useDelay(
  { chooseAgain }: Choosing,
  choice: WalletChoice,
  isPreparing: boolean,
): ChoiceTap | null {
  const { actions } = useMessages()
  const [tries, setTries] = useState(0)
  const isSlow = useIsSlow(isPreparing, tries)
  const problem = useProblemSentence('server-unreachable')
  if (!isSlow) return null
  const press = () => {
    setTries(tries + 1)
    chooseAgain(choice)
  }
  return { progress: null, problem, pill: actions.retry, press }
}
