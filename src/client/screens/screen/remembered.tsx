import { type ReactNode, useEffect, useRef } from 'react'
import { AWAITING, type RememberedPicture } from '../../parts/remembered-picture.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useCore, useMe } from '../context/context.ts'

const CONTENTS = { display: 'contents' }

type Props = {
  /** Key of the picture on this device. Of keys with the same words before a slash, only the newest is kept. */
  name: string
  /** Whether what shows for a known member may be shown at the next start; null to leave what is stored. */
  isLasting: boolean | null
  children: ReactNode
}

/** Stores a picture of what is in it on this device: the page's next start shows it before React (`show-remembered.ts`). */
export function Remembered({ name, isLasting, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { storage } = useCore()
  const { language } = useLocalization()
  const me = useMe()
  useEffect(() => {
    if (isLasting === null || me === null || place.current === null) return
    if (!isLasting) return storage.remove(name)
    const html = toPicture(place.current)
    storage.clear(name.split('/', 1)[0])
    const wallets = JSON.stringify(me.wallets)
    storage.write(name, { language, html, wallets } satisfies RememberedPicture)
  })
  return (
    <div style={CONTENTS} ref={place} {...(me === null && { [AWAITING]: name })}>
      {children}
    </div>
  )
}

/** Without what is true only today, and with nothing that takes a choice which React would not learn of. */
function toPicture(place: HTMLElement): string {
  const picture = document.createElement('div')
  picture.innerHTML = place.innerHTML
  for (const input of picture.querySelectorAll('input')) input.disabled = true
  for (const time of picture.querySelectorAll('time')) time.replaceChildren()
  return picture.innerHTML
}
