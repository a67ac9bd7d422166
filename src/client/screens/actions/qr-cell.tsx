import { type ReactNode, useState } from 'react'
import { ActionCell } from '../../ui/list.tsx'
import { QR } from '../../ui/icons.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'

type Props = {
  title: string
  /** @default 'plain' */
  tone?: 'plain' | 'accent'
  /** Of the sheet with the code. */
  sheetTitle: string
  value: string
  /** What the code is, for screen readers. */
  label: string
  /** Below the code. */
  children?: ReactNode
}

/** A line that shows a QR code over the screen. */
export function QrCell({ title, tone = 'plain', sheetTitle, value, label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={QR} tone={tone} title={title} onPress={() => setOpen(true)} />
      {isOpen && (
        <ScreenSheet title={sheetTitle} onClose={() => setOpen(false)}>
          <div className="qr-place">
            <QrCode value={value} label={label} />
            {children}
          </div>
        </ScreenSheet>
      )}
    </>
  )
}
