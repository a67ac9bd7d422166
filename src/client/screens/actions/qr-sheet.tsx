import type { ReactNode } from 'react'
import { QrCode } from '../../ui/qr-code.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'

type Props = {
  title: string
  value: string
  label: string
  onClose: () => void
  children?: ReactNode
}

/** A QR code over the screen. */
export function QrSheet({ title, value, label, onClose, children }: Props) {
  return (
    <ScreenSheet title={title} onClose={onClose}>
      <div className="qr-place">
        <QrCode value={value} label={label} />
        {children}
      </div>
    </ScreenSheet>
  )
}
