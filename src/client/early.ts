import { keepLaunchParameters, readLaunchParameters } from './telegram/launch-parameters.ts'
import { shimBlockedStorage } from './telegram/memory-storage.ts'
import { setThemeVariables } from './telegram/theme-variables.ts'

/*
 * Runs inline in the head, before the first paint: the page is in Telegram's colours and shows the
 * right first screen before any other script has arrived. The build inlines it as one classic script.
 */

const { dataset } = document.documentElement

shimBlockedStorage('sessionStorage')
shimBlockedStorage('localStorage')
takeLaunch()
// A tap that comes before the app has taken the page over is kept, not lost.
addEventListener('click', keepIntent, true)
Object.assign(window, { settleFirstScreen })

function takeLaunch(): void {
  const parameters = readLaunchParameters()
  const colors = setThemeVariables(themeOf(parameters))
  dataset['launch'] = 'outside'
  if (parameters === null) return
  dataset['launch'] = parameters.get('tgWebAppData') ? 'telegram' : 'unsigned'
  dataset['platform'] = parameters.get('tgWebAppPlatform') ?? ''
  parameters.set('tgWebAppThemeParams', JSON.stringify(colors))
  keepLaunchParameters(parameters)
}

function themeOf(parameters: URLSearchParams | null): object {
  try {
    const theme: unknown = JSON.parse(parameters?.get('tgWebAppThemeParams') ?? '')
    return typeof theme === 'object' && theme ? theme : {}
  } catch {
    return {}
  }
}

function keepIntent({ target }: Event): void {
  if (dataset['hydrated'] !== undefined || !(target instanceof Element)) return
  const intent = target.closest<HTMLElement>('[data-intent]')?.dataset['intent']
  if (intent) dataset['intent'] = intent
}

/** Called right after the root element: whom Telegram did not name sees the page that leads there. */
function settleFirstScreen(): void {
  if (dataset['launch'] === 'telegram') return
  const outside = document.querySelector<HTMLTemplateElement>('template#outside')
  document.getElementById('root')?.replaceChildren(...(outside?.content.childNodes ?? []))
}
