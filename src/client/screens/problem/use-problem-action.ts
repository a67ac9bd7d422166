import { directLink } from '#shared/links.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_ACTIONS } from '../../i18n/problem-action.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import type { Route } from '../state/router.ts'
import { useServices } from '../use-services.ts'

type NextAction = {
  label: string
  /** Whether Telegram has to be opened by it, which needs a tap on the page itself. */
  needsTap: boolean
  act: () => void
}

type Meanings = {
  /** What `retry` means on this screen. */
  retry: () => void
  /** @default chooses a wallet */
  startAnew: (() => void) | undefined
}

/** The one thing to do about a problem. */
export function useProblemAction(code: ProblemCode, meanings: Meanings): NextAction {
  const { boot, telegram, router } = useServices()
  const { actions } = useMessages()
  const kind = PROBLEM_ACTIONS[code]
  const { retry, startAnew = () => router.replace({ screen: 'connect' }) } = meanings
  const acts: Record<typeof kind, () => void> = {
    retry,
    'new-attempt': startAnew,
    'other-wallet': startAnew,
    reopen: () => telegram.openTelegramLink(directLink(boot.bot, startParamOf(router.route.get()))),
    home: () => router.replace({ screen: 'home' }),
    close: () => telegram.close(),
  }
  return { label: actions[kind], needsTap: kind === 'reopen', act: acts[kind] }
}

/** The code that leads back to this screen through Telegram. */
function startParamOf(route: Route): string | undefined {
  return route.screen === 'request' ? route.code : undefined
}
