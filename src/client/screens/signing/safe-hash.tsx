import type { ComponentType, ReactNode } from 'react'
import type { EvmAccount } from '#shared/evm-account.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell } from '../../ui/cell.tsx'
import { COPY } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { RetrySection } from '../arriving/retry-section.tsx'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import { useCopy } from '../actions/use-copy.ts'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { PartSection } from '../arriving/part-section.tsx'

/** In its own chunk, and in none where EVM wallets are not offered. */
const HASHING = createPart(async () => {
  if (__EVM__) return import('#shared/safe-message.ts')
  throw new Error('not in this build')
})

type Props = {
  safe: EvmAccount
  /** Exactly what the owners sign. */
  text: string
  /** What holds the hashes: for example a section that the member opens. @default Section */
  frame?: ComponentType<{ header: string; footer: ReactNode; children: ReactNode }>
}

/** What owners' wallets show instead of the text. Computed here from the text on the screen. */
export function SafeHash(props: Props) {
  const messages = useSection('evm')
  // Fetched beside the messages.
  usePart(HASHING)
  return (
    <PartSection part={messages}>
      {({ hash }) => <Derived {...props} messages={hash} />}
    </PartSection>
  )
}

type HashNoteProps = { messages: EvmTexts['hash'] }

function Derived({ safe, text, frame: Frame = Section, messages }: Props & HashNoteProps) {
  const hashing = usePart(HASHING)
  if (hashing.status === 'failed') {
    return (
      <>
        <Notice>{messages.failed}</Notice>
        <RetrySection onRetry={hashing.retry} />
      </>
    )
  }
  return (
    <Frame header={messages.header} footer={messages.note}>
      {hashing.status === 'waiting' ? (
        <SkeletonCell />
      ) : (
        <Hashes
          // Wallets show what the Safe calls its message, or only the hash of everything.
          message={hashing.value.textHash(text)}
          whole={hashing.value.safeMessageHash(safe, text)}
          messages={messages}
        />
      )}
    </Frame>
  )
}

type HashesProps = HashNoteProps & { message: string; whole: string }

function Hashes({ message, whole, messages }: HashesProps) {
  const { copy, outcome } = useCopy()
  return (
    <>
      <Hash value={message} name={messages.message} messages={messages} copy={copy} />
      <Hash value={whole} name={messages.whole} messages={messages} copy={copy} />
      <Toast text={outcome} />
    </>
  )
}

type HashProps = HashNoteProps & { value: string; name: string; copy: (text: string) => void }

function Hash({ value, name, messages, copy }: HashProps) {
  return (
    <ActionCell
      icon={COPY}
      title={
        <>
          <span className="hidden">{messages.copy} </span>
          <Address value={value} />
        </>
      }
      subtitle={name}
      onPress={() => copy(value)}
    />
  )
}
