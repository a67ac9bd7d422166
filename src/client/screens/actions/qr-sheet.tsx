import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useInterceptBack } from '../screen/use-intercept-back.ts'

type Props = {
  title: string
  value: string
  label: string
  onClose: () => void
  children?: ReactNode
}

/** A QR code over the screen; "back" closes it first. */
export function QrSheet({ title, value, label, onClose, children }: Props) {
  const { common } = useMessages()
  useInterceptBack(onClose)
  return (
    <Sheet title={title} closeLabel={common.close} onClose={onClose}>
      <div className="qr-place">
        <QrCode value={value} label={label} />
        {children}
      </div>
    </Sheet>
  )
}
