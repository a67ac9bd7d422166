import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Section } from '../../ui/section.tsx'
import { QrSheet } from '../qr-sheet.tsx'
import { choiceOf } from '../state/attempt-routes.ts'
import { useCopy } from '../use-copy.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { COPY } from '../../ui/icons/copy.ts'
import { CROSS } from '../../ui/icons/cross.ts'
import { QR } from '../../ui/icons/qr.ts'
import { WALLET } from '../../ui/icons/wallet.ts'

/** Clients on which the wallet is likely to be on another device. */
const DESKTOPS: ReadonlySet<ClientPlatform> = new Set(['tdesktop', 'macos', 'web', 'weba'])

type Props = {
  attempt: Attempt
  /** The wallet has been silent for long. */
  isProminent: boolean
  onCancel: () => void
}

/** Every other way to an answer when the wallet does not open by itself. */
export function WaysOn({ attempt: current, isProminent, onCancel }: Props) {
  const { attempts, preparation } = useCore()
  const { router, telegram, wallets } = useServices()
  const { attempt } = useMessages()
  const link = useStore(wallets.link)
  const isDesktop = DESKTOPS.has(telegram.platform)
  const tone = isProminent ? 'accent' : 'plain'
  const chooseAnother = () => {
    attempts.letWalletGo()
    preparation.reset()
    router.replace(choiceOf(current))
  }
  return (
    <>
      {link !== null && isDesktop && <OwnDeviceCode link={link} />}
      <Section>
        {link !== null && <CopyLink link={link} tone={tone} />}
        {link !== null && !isDesktop && <ShowCode link={link} tone={tone} />}
        <ActionCell
          icon={WALLET}
          tone={tone}
          title={attempt.anotherWallet}
          onPress={chooseAnother}
        />
        <ActionCell icon={CROSS} tone="destructive" title={attempt.cancel} onPress={onCancel} />
      </Section>
    </>
  )
}

type LinkProps = { link: string; tone: 'plain' | 'accent' }

function CopyLink({ link, tone }: LinkProps) {
  const { attempt } = useMessages()
  const { copy, outcome } = useCopy()
  return (
    <ActionCell
      icon={COPY}
      tone={tone}
      title={attempt.copyLink}
      after={outcome}
      onPress={() => copy(link)}
    />
  )
}

function ShowCode({ link, tone }: LinkProps) {
  const { attempt } = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={QR} tone={tone} title={attempt.showQr} onPress={() => setOpen(true)} />
      {isOpen && (
        <QrSheet
          title={attempt.showQr}
          label={attempt.qrTitle}
          value={link}
          onClose={() => setOpen(false)}
        >
          <p>{attempt.qrWarning}</p>
        </QrSheet>
      )}
    </>
  )
}

function OwnDeviceCode({ link }: { link: string }) {
  const { attempt } = useMessages()
  return (
    <Section header={attempt.showQr} footer={attempt.qrWarning}>
      <div className="qr-place">
        <QrCode value={link} label={attempt.qrTitle} />
      </div>
    </Section>
  )
}
