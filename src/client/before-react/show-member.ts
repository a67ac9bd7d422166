import { getField, readUser } from './read-user.ts'
import { getAvatarClass, getInitials } from '../ui/avatar-look.ts'

/**
 * Draws the member on the first screen as React will (`Person` in `screens/person.tsx`), so that they show in the first
 * frame. What `initData` says is not verified yet; only the member sees it.
 */
export function showMember(initData: string): void {
  const user = readUser(initData)
  const [id, name, username] = ['id', 'first_name', 'username'].map((key) => getField(user, key))
  const [avatar, title, detail] = ['.avatar', '.person-name', '.person-detail'].map((part) =>
    document.querySelector(`.person ${part}`),
  )
  if (typeof name !== 'string' || !avatar || !title || !detail) return
  avatar.className = getAvatarClass(name)
  avatar.setAttribute('aria-hidden', 'true')
  avatar.textContent = getInitials(name)
  title.replaceChildren(isolate(name))
  detail.lastElementChild?.append(isolate(String(id)))
  if (typeof username === 'string' && username !== '') detail.prepend(isolate(`@${username}`))
}

/** As {@link Person} isolates names. */
function isolate(name: string): HTMLElement {
  const element = document.createElement('bdi')
  element.textContent = name
  return element
}
