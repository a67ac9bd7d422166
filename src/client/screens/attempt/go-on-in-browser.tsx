import { createTicket } from '#shared/api/create-ticket.ts'
import type { Attempt } from '#shared/attempt.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { LEAVE } from '../../ui/icons/leave.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../use-core.ts'
import { useEvmWords } from '../use-evm-words.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'

type Props = { attempt: Attempt; tone: 'plain' | 'accent' }

/** The same attempt on our page in the browser, where the wallet does not open from the Mini App. */
export function GoOnInBrowser(props: Props) {
  const { boot, telegram } = useServices()
  const isOffered =
    props.attempt.family === 'evm' &&
    boot.policy.evm === 'in-app' &&
    telegram.launch.place === 'telegram'
  return isOffered ? <Offer {...props} /> : null
}

function Offer({ attempt, tone }: Props) {
  const { api } = useCore()
  const { telegram } = useServices()
  const words = useEvmWords()
  const { run, isBusy, problem } = useTask()
  if (words.status !== 'ready') return null
  const goOn = async () => {
    const { url } = await api.call(createTicket, { id: attempt.id })
    // Telegram's clients ask for no tap before they open a link.
    telegram.openLink(url)
  }
  return (
    <>
      <ActionCell
        icon={LEAVE}
        tone={tone}
        title={words.value.browser.goOn}
        isBusy={isBusy}
        onPress={() => run(goOn)}
      />
      <ProblemNotice code={problem} />
    </>
  )
}
