import { useState } from 'react'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Section } from '../../ui/section.tsx'
import { Toast } from '../../ui/toast.tsx'
import { isOnComputer } from '../../telegram/is-on-computer.ts'
import { QrSheet } from '../actions/qr-sheet.tsx'
import { useCopy } from '../actions/use-copy.ts'
import { useServices } from '../context/use-services.ts'
import { COPY, CROSS, QR } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { GoOnInBrowser } from './go-on-in-browser.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useChooseWallet } from './use-choose-wallet.ts'

export type Ways = {
  /** Of the pending connection; null when none is pending. */
  link: string | null
  /** Title of the link's QR code. @default it opens the request in a wallet */
  linkTitle?: string
  /** The wallet has been silent for a long time. @default false */
  isProminent?: boolean
}

type Props = { attempt: Attempt; ways: Ways; onCancel: () => void }

/** All other ways to get an answer when the wallet does not open automatically. */
export function WaysOn({ attempt: current, ways, onCancel }: Props) {
  const { link, linkTitle, isProminent = false } = ways
  const { telegram } = useServices()
  const attempt = useAttemptMessages(current)
  const isDesktop = isOnComputer(telegram)
  const tone = isProminent ? 'accent' : 'plain'
  const title = linkTitle ?? attempt.qrTitle
  const chooseAnother = useChooseWallet(current)
  return (
    <>
      {link !== null && isDesktop && <OwnDeviceCode link={link} title={title} />}
      <Section>
        {link !== null && <CopyLink link={link} tone={tone} />}
        {link !== null && !isDesktop && <ShowCode link={link} title={title} tone={tone} />}
        <ActionCell
          icon={WALLET}
          tone={tone}
          title={attempt.anotherWallet}
          onPress={chooseAnother}
        />
        {isProminent && <GoOnInBrowser attempt={current} tone={tone} />}
        <ActionCell icon={CROSS} tone="destructive" title={attempt.cancel} onPress={onCancel} />
      </Section>
    </>
  )
}

type WalletLinkProps = { link: string; tone: 'plain' | 'accent' }
type CodeProps = {
  link: string
  /** What the code is, for screen readers. */
  title: string
}

function CopyLink({ link, tone }: WalletLinkProps) {
  const { attempt } = useMessages()
  const { copy, outcome } = useCopy()
  return (
    <>
      <ActionCell icon={COPY} tone={tone} title={attempt.copyLink} onPress={() => copy(link)} />
      <Toast text={outcome} />
    </>
  )
}

function ShowCode({ link, title, tone }: CodeProps & WalletLinkProps) {
  const { attempt } = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={QR} tone={tone} title={attempt.showQr} onPress={() => setOpen(true)} />
      {isOpen && (
        <QrSheet title={attempt.showQr} label={title} value={link} onClose={() => setOpen(false)}>
          <p>{attempt.qrWarning}</p>
        </QrSheet>
      )}
    </>
  )
}

function OwnDeviceCode({ link, title }: CodeProps) {
  const { attempt } = useMessages()
  return (
    <Section header={attempt.showQr} footer={attempt.qrWarning}>
      <div className="qr-place">
        <QrCode value={link} label={title} />
      </div>
    </Section>
  )
}
