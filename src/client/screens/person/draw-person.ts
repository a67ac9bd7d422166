import { getAvatarClass, getInitials } from '../../ui/avatar-look.ts'

/** A Telegram account as its owner knows it. */
export type Account = {
  telegramId: string
  firstName: string
  username?: string | null | undefined
}

type Attributes = { className?: string; 'aria-hidden'?: true }

/** Makes an element: `createElement` of React, or one of the page before React runs. */
export type Draw<Element> = (
  tag: 'div' | 'span' | 'h1' | 'p' | 'bdi',
  attributes: Attributes,
  ...children: readonly (Element | string)[]
) => Element

type ShownPerson = {
  /** Null while it is not known. */
  account: Account | null
  /** The element of the name. */
  name: 'h1' | 'p'
  /** Before the id, with a space at its end. */
  label: string
}

/**
 * The member according to Telegram, with what no other account has: the id. The server draws it for everybody, then the
 * page's first script from `initData`, and React the same again.
 */
export function drawPerson<Element>(
  draw: Draw<Element>,
  { account, name, label }: ShownPerson,
): Element {
  const isolated = (text: string) => draw('bdi', {}, text)
  const hidden = (className: string, ...text: string[]) =>
    draw('span', { className, 'aria-hidden': true }, ...text)
  const avatar = account
    ? hidden(getAvatarClass(account.firstName), getInitials(account.firstName))
    : hidden('avatar skeleton')
  const title = account ? isolated(account.firstName) : hidden('skeleton')
  const username = account?.username ? [isolated(`@${account.username}`)] : []
  const id = account ? [isolated(account.telegramId)] : []
  const detail = [...username, draw('span', {}, label, ...id)]
  const texts = [
    draw(name, { className: 'person-name' }, title),
    draw('span', { className: 'person-detail' }, ...detail),
  ]
  return draw('div', { className: 'person' }, avatar, draw('span', {}, ...texts))
}
