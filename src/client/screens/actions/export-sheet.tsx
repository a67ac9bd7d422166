import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { CopyCell } from './copy-cell.tsx'

type Props = {
  title: string
  text: string
  onClose: () => void
  /** Other ways to export the data. */
  children?: ReactNode
}

/** Data to read and copy, because Telegram's clients do not let a page save a file. */
export function ExportSheet({ title, text, onClose, children }: Props) {
  const { settings } = useMessages()
  return (
    <ScreenSheet title={title} onClose={onClose}>
      <textarea className="data" dir="ltr" readOnly value={text} aria-label={title} />
      <CopyCell tone="accent" title={settings.copyAll} text={text} />
      {children}
    </ScreenSheet>
  )
}
