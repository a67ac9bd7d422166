import { createTicket } from '#shared/api/create-ticket.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ActionCell } from '../../ui/list.tsx'
import { LEAVE } from '../../ui/icons.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore, useServices } from '../context/context.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useOpening } from '../actions/use-opening.ts'

type Props = { attempt: Attempt; tone: 'plain' | 'accent' }

/** Continues the same attempt on our page in the browser, when the wallet does not open from the Mini App. */
export function GoOnInBrowser(props: Props) {
  const { boot, telegram } = useServices()
  const messages = useSection('evm')
  const isOffered =
    props.attempt.family === 'evm' &&
    boot.policy.evm === 'in-app' &&
    telegram.launch.place === 'telegram'
  if (!isOffered || messages.status !== 'ready') return null
  return <Offer {...props} />
}

function Offer({ attempt, tone }: Props) {
  const { browser } = useMessagesOf('evm')
  const { api } = useCore()
  const { telegram, now } = useServices()
  const { press, isBusy, isReady, problem } = useOpening({
    get: () => api.call(createTicket, { id: attempt.id }),
    isUsable: ({ expiresAt }) => now() < Date.parse(expiresAt),
    open: ({ url }) => telegram.openLink(url),
  })
  useAnnounce(isReady ? browser.open : null)
  return (
    <>
      <ActionCell
        icon={LEAVE}
        tone={isReady ? 'accent' : tone}
        title={isReady ? browser.open : browser.goOn}
        isBusy={isBusy}
        onPress={press}
      />
      <ProblemNotice code={problem} />
    </>
  )
}
