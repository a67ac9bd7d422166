/** The template with the choice of a wallet, and with the links to what it needs. The server fills it on Home. */
const TEMPLATE = 'template#chooser'

/** Shows the choice of a wallet, which React takes over once it has loaded. Nothing where the page does not contain it. */
export function showChooser(): void {
  const content = document.querySelector<HTMLTemplateElement>(TEMPLATE)?.content
  const screen = content?.querySelector('main')
  if (!content || !screen) return
  document.head.append(...content.querySelectorAll('link'))
  document.getElementById('root')?.replaceChildren(...content.childNodes)
  scrollTo(0, 0)
  document.documentElement.dataset['screen'] = 'connect'
}
