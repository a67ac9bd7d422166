import { canImportAgain } from '../parts/engine.ts'

/** The template with the choice of a wallet, and with the links to the modules that it needs. The server fills it on Home. */
const TEMPLATE = 'template#chooser'

/** Shows the choice of a wallet, which React takes over once it has loaded. Nothing where the page does not contain it. */
export function showChooser(): void {
  const content = document.querySelector<HTMLTemplateElement>(TEMPLATE)?.content
  const screen = content?.querySelector('main')
  if (!content || !screen) return
  if (!canImportAgain()) for (const { href } of content.querySelectorAll('link')) fetchAhead(href)
  document.getElementById('root')?.replaceChildren(...content.childNodes)
  scrollTo(0, 0)
  document.documentElement.dataset['screen'] = 'connect'
}

/** Puts a file into the browser's cache. A link that preloads it would also keep that there was no network. */
function fetchAhead(href: string): void {
  fetch(href).catch(() => {})
}
