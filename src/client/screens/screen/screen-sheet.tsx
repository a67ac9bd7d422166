import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useInterceptBack } from './use-intercept-back.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A panel over the screen; "back" closes it first. */
export function ScreenSheet({ title, onClose, children }: Props) {
  const { common } = useMessages()
  useInterceptBack(onClose)
  return (
    <Sheet title={title} closeLabel={common.close} onClose={onClose}>
      {children}
    </Sheet>
  )
}
