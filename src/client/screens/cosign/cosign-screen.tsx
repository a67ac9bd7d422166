import { useEffect, useState } from 'react'
import type { Cosigning } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Explained } from '../../i18n/messages.ts'
import { usePreload } from '../screen/use-preload.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { useQuery } from '../query/use-query.ts'
import { type CosigningView, createCosigningView, isCollecting } from './cosigning-view.ts'
import { useCore, useServices } from '../context/context.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { Complete } from './complete.tsx'
import { OpenCosigning } from './open-cosigning.tsx'
import { usePoll } from '../query/use-poll.ts'
import type { Me } from '../member/member.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import { useMessages, useLocalization } from '../../i18n/use-localization.ts'
import { CLOCK, CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { HomeAction, MainAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { MultisigSection } from './multisig-section.tsx'

/** A cosigning, both for the owners who open its link and for the member who started it. */
export function CosignScreen({ code }: { code: string }) {
  const view = useCosigning(code)
  const query = useQuery(() => view)
  usePreload('connect')
  return (
    <PartScreen part={useSection('multisig')}>
      {({ cosign }) => (
        <QueryScreen query={query} missing={cosign.missing}>
          {(cosigning, problem) => <Shown cosigning={cosigning} problem={problem} view={view} />}
        </QueryScreen>
      )}
    </PartScreen>
  )
}

type ShownCosigningProps = {
  cosigning: Cosigning
  problem: ProblemCode | null
  view: CosigningView
}

function Shown({ cosigning, ...props }: ShownCosigningProps) {
  switch (cosigning.state) {
    case 'open':
      return <OpenCosigning cosigning={cosigning} {...props} />
    case 'complete':
      return <Complete cosigning={cosigning} />
    case 'cancelled':
    case 'expired':
      return <Ended cosigning={cosigning} />
  }
}

/** A cosigning, kept up to date: polled every few seconds while it is open and visible, and on each return. */
function useCosigning(code: string): CosigningView {
  const { api, member } = useCore()
  const { member: known } = useServices()
  const [view] = useState(() => createCosigningView(api, code))
  usePoll({
    state: view.state,
    ask: () => view.renew(),
    isWanted: () => isCollecting(view.state.get()),
  })
  // Home and the wallet show the outcome. Refresh once per change, because polling repeats.
  useEffect(() => {
    let received = ''
    return view.state.listen((state) => {
      const me = known.get()
      if (state.status !== 'shown' || state.problem !== null || me.status !== 'known') return
      const { state: stage, signed, signedAs } = state.value
      const updatedAt = `${stage} ${signed} ${signedAs}`
      if (updatedAt === received) return
      received = updatedAt
      if (!knowsCosigning(me.me, state.value)) void member.renew()
    })
  }, [known, member, view])
  return view
}

/** Whether the known member data agrees with a cosigning as it is now: Home lists the member's open ones. */
function knowsCosigning(
  { cosignings }: Me,
  { code, state, mine, signed, signedAs }: Cosigning,
): boolean {
  const listed = cosignings.find((one) => one.code === code)
  if (state !== 'open') return listed === undefined
  if (listed === undefined) return !mine && signedAs === null
  return listed.signed === signed && listed.signedAs === signedAs
}

/** Cancelled or expired: nothing was linked. Its starter may start again. */
function Ended({ cosigning }: { cosigning: Cosigning }) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const { cosign } = useMessagesOf('multisig')
  const { name, sentence } = useReason(cosigning)
  const { id } = cosigning.multisig
  return (
    <Screen>
      <Outcome
        icon={cosigning.state === 'expired' ? CLOCK : CROSS}
        tone="plain"
        title={name}
        text={sentence}
      />
      <MultisigSection cosigning={cosigning} />
      {cosigning.mine ? (
        <MainAction
          text={cosign.again}
          onPress={() => router.replace({ screen: 'multisig', id })}
        />
      ) : (
        <HomeAction text={attempt.done} />
      )}
    </Screen>
  )
}

function useReason({ state, mine, starter, expiresAt }: Cosigning): Explained {
  const { cosign } = useMessagesOf('multisig')
  const { language } = useLocalization()
  if (state === 'expired') return cosign.expired(formatMoment(language, expiresAt))
  return mine ? cosign.cancelledMine : cosign.cancelled(isolated(starter.firstName))
}
