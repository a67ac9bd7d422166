import { createElement } from 'react'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { type Account, drawPerson } from './draw-person.ts'

type Props = {
  /** Null while it is not known. */
  account: Account | null
  /** The element of the name. */
  name: 'h1' | 'p'
}

export function Person({ account, name }: Props) {
  const { home } = useFirstMessages()
  return drawPerson(createElement, { account, name, label: `${home.account} ` })
}
