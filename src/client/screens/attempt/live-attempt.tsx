import type { ReactNode } from 'react'
import { Screen } from '../../ui/screen.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { TimeLeft } from './time-left.tsx'
import { useLeave } from './use-leave.ts'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { isOnComputer } from '../../telegram/is-on-computer.ts'
import { CopyCell } from '../actions/copy-cell.tsx'
import { QrCell } from '../actions/qr-cell.tsx'
import { useServices, useCore } from '../context/context.ts'
import { CROSS } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { GoOnInBrowser } from './go-on-in-browser.tsx'
import { useAttemptMessages } from './use-attempt-messages.ts'
import { useChooseWallet } from './use-choose-wallet.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { Button } from '../../ui/button.tsx'

type Props = { title: string; shown: ShownAttempt; ways: Ways; children: ReactNode }

/** The screen of an attempt that this device runs: leaving asks first, and below are the other ways and the time that is left. */
export function LiveAttempt({ title, shown: { attempt, proof }, ways, children }: Props) {
  const leave = useLeave(attempt)
  return (
    <Screen title={title}>
      {children}
      {proof !== 'checking' && <WaysOn attempt={attempt} ways={ways} onCancel={leave} />}
      {proof === 'none' && <TimeLeft until={attempt.expiresAt} />}
    </Screen>
  )
}

type Ways = {
  /** Of the pending connection; null when none is pending. */
  link: string | null
  /** Title of the link's QR code. @default it opens the request in a wallet */
  linkTitle?: string
  /** The wallet has been silent for a long time. @default false */
  isProminent?: boolean
}

type WaysOnProps = { attempt: Attempt; ways: Ways; onCancel: () => void }

/** All other ways to get an answer when the wallet does not open automatically. */
function WaysOn({ attempt: current, ways, onCancel }: WaysOnProps) {
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

type StatusProps = {
  text: string
  /** It has taken too long. @default false */
  isStrong?: boolean
}

/** The current state, shown and announced. */
export function Status({ text, isStrong = false }: StatusProps) {
  useAnnounce(text)
  return (
    <p className={isStrong ? 'status status-strong' : 'status'} key={text}>
      {text}
    </p>
  )
}

/** A wallet opens only inside a tap on the page, so this is never Telegram's own button. */
export function OpenAgain({ text }: { text?: string }) {
  const { attempts } = useCore()
  const { attempt } = useMessages()
  return (
    <div className="actions">
      <Button onPress={() => attempts.reopen()}>{text ?? attempt.reopen}</Button>
    </div>
  )
}
