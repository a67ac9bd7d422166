import { directLink } from '#shared/links.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { PROBLEM_ACTIONS, type ProblemAction } from '../../i18n/problem-action.ts'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { findRouteCode } from '../routing/find-route-code.ts'
import { useServices } from '../context/context.ts'
import { reloadPage } from '../../telegram/launch-params.ts'

type Meanings = {
  /** What `retry` means on this screen. */
  retry: () => void
  /** @default chooses a wallet */
  startAnew?: (() => void) | undefined
  /** @default shows Home */
  goHome?: (() => void) | undefined
}

/** The one thing to do about a problem. */
export function useProblemAction(code: ProblemCode, meanings: Meanings) {
  const { boot, telegram, router } = useServices()
  const { actions } = useFirstMessages()
  const kind = useKind(code)
  const { retry, startAnew = () => router.replace({ screen: 'connect' }) } = meanings
  const { goHome = () => router.replace({ screen: 'home' }) } = meanings
  const acts: Record<ProblemAction, () => void> = {
    retry: () => again(retry),
    'new-attempt': startAnew,
    'other-wallet': startAnew,
    reopen: () =>
      telegram.openTelegramLink(directLink(boot.bot, findRouteCode(router.route.get()))),
    home: goHome,
    close: () => telegram.close(),
  }
  return {
    kind,
    label: actions[kind],
    /** Whether the action opens Telegram, which needs a tap on the page itself. */
    needsTap: kind === 'reopen',
    act: acts[kind],
  }
}

/** A ticket's page has no Home and no choice of attempts: every action except a retry happens in Telegram. */
function useKind(code: ProblemCode): ProblemAction {
  const { telegram } = useServices()
  const kind = PROBLEM_ACTIONS[code]
  return telegram.launch.place === 'ticket' && kind !== 'retry' ? 'reopen' : kind
}

/** Retries, or reloads a page that cannot load all parts of the app any longer. */
function again(retry: () => void): void {
  if (isStale()) void loadAnew()
  retry()
}

/**
 * A server with a newer version no longer has the parts of this page, and only a fresh page helps. Reloads where the
 * server answers; otherwise the page stays.
 */
async function loadAnew(): Promise<void> {
  const page = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null)
  if (page?.ok) reloadPage()
}

/** Whether a part can no longer be loaded on this page: see `load-part.ts`. */
function isStale(): boolean {
  return document.documentElement.dataset['stale'] !== undefined
}
