import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { COPY } from '../../ui/icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'
import { useCopy } from './use-copy.ts'

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
  const { copy, outcome } = useCopy()
  return (
    <ScreenSheet title={title} onClose={onClose}>
      <textarea className="data" dir="ltr" readOnly value={text} aria-label={title} />
      <ActionCell icon={COPY} tone="accent" title={settings.copyAll} onPress={() => copy(text)} />
      {children}
      <Toast text={outcome} />
    </ScreenSheet>
  )
}
