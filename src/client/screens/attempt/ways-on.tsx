import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { isOnComputer } from '../../telegram/is-on-computer.ts'
import { CopyCell } from '../actions/copy-cell.tsx'
import { QrCell } from '../actions/qr-cell.tsx'
import { useServices } from '../context/use-services.ts'
import { CROSS } from '../../ui/icons.ts'
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
        {link !== null && <CopyCell tone={tone} title={attempt.copyLink} text={link} />}
        {link !== null && !isDesktop && (
          <QrCell
            tone={tone}
            title={attempt.showQr}
            sheetTitle={attempt.showQr}
            label={title}
            value={link}
          >
            <p>{attempt.qrWarning}</p>
          </QrCell>
        )}
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

type CodeProps = {
  link: string
  /** What the code is, for screen readers. */
  title: string
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
