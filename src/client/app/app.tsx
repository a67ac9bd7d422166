import { Suspense, useEffect, type ReactNode, use } from 'react'
import '#client/ui/base.css'
import '#client/ui/screen.css'
import '#client/ui/list.css'
import '#client/ui/control.css'
import '#client/ui/tile.css'
import '#client/ui/wallet-icon.css'
import { useStore } from '#client/use-store.ts'
import { ServicesContext, useServices } from '#client/screens/context/context.ts'
import { Waiting } from '#client/screens/screen/waiting.tsx'
import { getDirection } from '#shared/languages.ts'
import './frame.css'
import { BackControl } from './back-control.tsx'
import { CurrentScreen } from './current-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import type { AppServices } from './services.ts'
import { useNewScreen } from './use-new-screen.ts'
import { followTap } from '#client/screens/routing/follow-tap.ts'
import { getRoutePath, type Route } from '#client/screens/routing/router.ts'
import { createPart } from '../parts/part.ts'
import { usePart } from '../parts/use-part.ts'
import type { OpenQuestion } from '../telegram/telegram.ts'
import { type Localization, LocalizationContext } from '../i18n/use-localization.ts'
import { useIsLive } from '../screens/screen/use-is-live.ts'

const HOME: Route = { screen: 'home' }
const DIALOG = createPart(async () => (await import('./question-dialog.tsx')).QuestionDialog)

/**
 * The whole Mini App. Its first rendering is what {@link renderFirstScreen} of `prerender.tsx` puts into the page.
 *
 * @param first the screen that the page shows. All that it needs has been loaded, except for Home. @default Home
 */
export function App({
  services,
  first = HOME,
}: {
  services: AppServices
  first?: Route | undefined
}) {
  useEffect(() => {
    return services.start()
  }, [services])
  return (
    <ServicesContext value={services}>
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>
          <LocalizationProvider first={first}>
            <BackControl />
            <CurrentScreen screens={services.screens} first={first} />
            <PageQuestion />
            <Announcer />
            <Habits />
          </LocalizationProvider>
        </Suspense>
      </ErrorBoundary>
    </ServicesContext>
  )
}

/** The one live region: screen readers announce changes from here. */
function Announcer() {
  const { announcement } = useServices()
  return <output className="hidden">{useStore(announcement)}</output>
}

/** Effects that run on every screen and show nothing. */
function Habits() {
  useEarlyTap()
  useSettingsButton()
  useNewScreen()
  return null
}

/** From here on React receives taps; the page's first script has stored an earlier one. */
function useEarlyTap(): void {
  const { router, telegram } = useServices()
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.hydrated = ''
    const { intent, to } = dataset
    delete dataset.intent
    delete dataset.to
    // A press of the main button is stored with its screen's path; no element of the page has one.
    telegram.takeMainButtonOver(intent === getRoutePath(router.route.get()))
    if (to || intent === 'connect') followTap(router, { intent, to })
    else if (intent) document.querySelector<HTMLElement>(`[data-intent="${intent}"]`)?.click()
  }, [router, telegram])
}

function useSettingsButton(): void {
  const { router, telegram } = useServices()
  useEffect(() => {
    if (telegram.launch.place !== 'telegram') return
    return telegram.showSettingsButton(() => {
      if (router.route.get().screen !== 'settings') router.open({ screen: 'settings' })
    })
  }, [router, telegram])
}

/** Draws a question where the client has no popup, with a dialog that is loaded on demand. */
function PageQuestion() {
  const { telegram } = useServices()
  const open = useStore(telegram.question)
  return open === null ? null : <QuestionDialog open={open} />
}

function QuestionDialog({ open }: { open: OpenQuestion }) {
  const dialog = usePart(DIALOG)
  useEffect(() => {
    if (dialog.status === 'failed') askBrowser(open)
  }, [dialog.status, open])
  return dialog.status === 'ready' ? <dialog.value {...open} /> : null
}

/** Fallback when the dialog cannot be loaded: the browser's own dialog, whose buttons cannot be named. */
function askBrowser({ question: { title, message }, answer }: OpenQuestion): void {
  answer(window.confirm(`${title}\n\n${message}`))
}

/**
 * Provides the language to everything inside. A page that the server drew stays as it is until its own messages have
 * loaded, because hydration suspends there. A page that is drawn anew waits without suspending, because React keeps a
 * fallback on the screen for 300 ms.
 */
function LocalizationProvider({ first, children }: { first: Route; children: ReactNode }) {
  const localization = useCurrentLocalization(first)
  const language = localization?.language
  useEffect(() => {
    if (language === undefined) return
    document.documentElement.lang = language
    document.documentElement.dir = getDirection(language)
  }, [language])
  return localization === null ? (
    <Waiting />
  ) : (
    <LocalizationContext value={localization}>{children}</LocalizationContext>
  )
}

/** @throws Error when the messages cannot be loaded */
function useCurrentLocalization(first: Route): Localization | null {
  const { languages } = useServices()
  const current = useStore(languages.localization)
  const isLive = useIsLive()
  if (!isLive && first === HOME) {
    const { firstLocalization } = languages
    return firstLocalization instanceof Promise ? use(firstLocalization) : firstLocalization
  }
  if (current.status === 'failed') throw new Error('the messages did not load')
  return current.status === 'ready' ? current.value : null
}
