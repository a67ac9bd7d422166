import { useState } from 'react'
import type { SharingMessages } from '../../i18n/sharing/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { COPY } from '../../ui/icons/copy.ts'
import { PLANE } from '../../ui/icons/plane.ts'
import { QR } from '../../ui/icons/qr.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { QrSheet } from '../qr-sheet.tsx'
import { useAnnounce } from '../use-announce.ts'
import { useCopy } from '../use-copy.ts'
import { useSaid } from '../use-said.ts'
import { useServices } from '../use-services.ts'
import { RetrySection } from './retry-section.tsx'
import { useSend } from './use-send.ts'
import { useSharingWords } from './use-sharing-words.ts'

type Props = {
  /** Of an own request, card or collection. */
  code: string
  /** Link that opens it, from any chat. */
  url: string
  /** Who is to get it. */
  note?: string
}

/** The ways in which an own request, card or collection reaches others: a message, its link, a QR code. */
export function ShareActions({ code, url, ...props }: Props) {
  const words = useSharingWords()
  if (words.status === 'failed') return <RetrySection onRetry={words.retry} />
  if (words.status === 'ready') return <Ways code={code} url={url} words={words.value} {...props} />
  return (
    <Section>
      <SkeletonCell />
      <SkeletonCell />
      <SkeletonCell />
    </Section>
  )
}

type Worded = { words: SharingMessages }

function Ways({ code, url, words, note }: Props & Worded) {
  const { telegram } = useServices()
  const { copy, outcome } = useCopy()
  const { say, said } = useSaid()
  const onSent = () => {
    telegram.haptic('success')
    say(words.sent)
  }
  const { send, isBusy, isReady, problem } = useSend({ code, url, onSent })
  useAnnounce(isReady ? words.chooseChat : null)
  return (
    <>
      <Section header={words.share} {...(note !== undefined && { footer: note })}>
        {telegram.launch.place === 'telegram' && (
          <ActionCell
            icon={PLANE}
            tone="accent"
            title={isReady ? words.chooseChat : words.send}
            isBusy={isBusy}
            onPress={send}
          />
        )}
        <ActionCell icon={COPY} title={words.copyLink} onPress={() => copy(url)} />
        <ShowCode url={url} words={words} />
        <Toast text={said ?? outcome} />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

function ShowCode({ url, words }: Pick<Props, 'url'> & Worded) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={QR} title={words.showQr} onPress={() => setOpen(true)} />
      {isOpen && (
        <QrSheet
          title={words.share}
          label={words.qrTitle}
          value={url}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
