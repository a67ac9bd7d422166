import { getDirection, pickLanguage } from '#shared/languages.ts'
import { failureMessages } from '../i18n/failure-messages.ts'
import { reloadPage } from '../telegram/launch-params.ts'

/** The last resort instead of a blank page: one sentence, and where that may help a button that reloads the page. */
export function showStartFailure(error: unknown): void {
  document.body.replaceChildren(startFailure())
  reportError(error)
}

/** The screen for this, in the page's language. */
export function startFailure(): HTMLElement {
  const language = pickLanguage(document.documentElement.lang)
  const { start, old } = failureMessages(language)
  const isOld = document.documentElement.dataset['old'] !== undefined
  const main = element('main', 'screen')
  main.lang = language
  main.dir = getDirection(language)
  const notice = element('div', 'hero')
  notice.setAttribute('role', 'alert')
  notice.append(element('h1', 'hero-title', isOld ? old : start.title))
  main.append(notice)
  if (isOld) return main
  const button = element('button', 'button button-primary', start.action)
  button.type = 'button'
  button.addEventListener('click', reloadPage)
  const actions = element('div', 'actions')
  actions.append(button)
  main.append(actions)
  return main
}

/** Uses the same classes as the app's screens, because their styles come with the page. */
function element<Tag extends 'main' | 'div' | 'h1' | 'button'>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
