import { getField, readUser } from './read-user.ts'
import { type Draw, drawPerson } from '../screens/person/draw-person.ts'

/**
 * Draws the member on the first screen, so that they show in the first frame. What `initData` says is not verified yet;
 * only the member sees it.
 */
export function showMember(initData: string): void {
  const user = readUser(initData)
  const [id, firstName, username] = ['id', 'first_name', 'username'].map((key) =>
    getField(user, key),
  )
  const place = document.querySelector('.person')
  const label = place?.querySelector('.person-detail')?.lastElementChild?.firstChild?.textContent
  if (typeof firstName !== 'string' || !place || !label) return
  const account = {
    telegramId: String(id),
    firstName,
    username: typeof username === 'string' ? username : null,
  }
  const name = place.querySelector('h1') === null ? 'p' : 'h1'
  place.replaceWith(drawPerson(createElement, { account, name, label }))
}

const createElement: Draw<HTMLElement> = (tag, attributes, ...children) => {
  const element = document.createElement(tag)
  if (attributes.className !== undefined) element.className = attributes.className
  if (attributes['aria-hidden']) element.setAttribute('aria-hidden', 'true')
  // React makes no text of nothing.
  element.append(...children.filter((child) => child !== ''))
  return element
}
