import { directLink } from '#shared/links.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { useServices } from '../use-services.ts'

type NextAction = {
  label: string
  /** Whether Telegram has to be opened by it, which needs a tap on the page itself. */
  needsTap: boolean
  act: () => void
}

/** The one thing to do about a problem. @param retry what `retry` means on this screen */
export function useProblemAction(code: ProblemCode, retry: () => void): NextAction {
  const { boot, telegram, router } = useServices()
  const { actions } = useMessages()
  const kind = PROBLEM_ACTIONS[code]
  const startAnew = () => router.replace({ screen: 'connect' })
  const acts: Record<typeof kind, () => void> = {
    retry,
    'new-attempt': startAnew,
    'other-wallet': startAnew,
    reopen: () => telegram.openTelegramLink(directLink(boot.bot)),
    home: () => router.replace({ screen: 'home' }),
    close: () => telegram.close(),
  }
  return { label: actions[kind], needsTap: kind === 'reopen', act: acts[kind] }
}
