import { createTicket } from '#shared/api/create-ticket.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { LEAVE } from '../../ui/icons.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore } from '../context/use-core.ts'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { useOpening } from '../actions/use-opening.ts'
import { useServices } from '../context/use-services.ts'

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
  return <Offer {...props} messages={messages.value.browser} />
}

function Offer({ attempt, tone, messages }: Props & { messages: EvmTexts['browser'] }) {
  const { api } = useCore()
  const { telegram, now } = useServices()
  const { press, isBusy, isReady, problem } = useOpening({
    get: () => api.call(createTicket, { id: attempt.id }),
    isUsable: ({ expiresAt }) => now() < Date.parse(expiresAt),
    open: ({ url }) => telegram.openLink(url),
  })
  useAnnounce(isReady ? messages.open : null)
  return (
    <>
      <ActionCell
        icon={LEAVE}
        tone={isReady ? 'accent' : tone}
        title={isReady ? messages.open : messages.goOn}
        isBusy={isBusy}
        onPress={press}
      />
      <ProblemNotice code={problem} />
    </>
  )
}
