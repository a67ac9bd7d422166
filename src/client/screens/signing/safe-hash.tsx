import type { ComponentType, ReactNode } from 'react'
import type { EvmAccount } from '#shared/evm-account.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { COPY } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { RetrySection } from '../arriving/retry-section.tsx'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import { useCopy } from '../actions/use-copy.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
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
  // Fetched beside the messages.
  usePart(HASHING)
  return (
    <PartSection part={useSection('evm')}>
      <Derived {...props} />
    </PartSection>
  )
}

function Derived({ safe, text, frame: Frame = Section }: Props) {
  const { hash } = useMessagesOf('evm')
  const hashing = usePart(HASHING)
  if (hashing.status === 'failed') {
    return (
      <>
        <Notice>{hash.failed}</Notice>
        <RetrySection onRetry={hashing.retry} />
      </>
    )
  }
  return (
    <Frame header={hash.header} footer={hash.note}>
      {hashing.status === 'waiting' ? (
        <SkeletonCell />
      ) : (
        <Hashes
          // Wallets show what the Safe calls its message, or only the hash of everything.
          message={hashing.value.textHash(text)}
          whole={hashing.value.safeMessageHash(safe, text)}
        />
      )}
    </Frame>
  )
}

function Hashes({ message, whole }: { message: string; whole: string }) {
  const { hash } = useMessagesOf('evm')
  const { copy, outcome } = useCopy()
  return (
    <>
      <Hash value={message} name={hash.message} copy={copy} />
      <Hash value={whole} name={hash.whole} copy={copy} />
      <Toast text={outcome} />
    </>
  )
}

type HashProps = { value: string; name: string; copy: (text: string) => void }

function Hash({ value, name, copy }: HashProps) {
  const { hash } = useMessagesOf('evm')
  return (
    <ActionCell
      icon={COPY}
      title={
        <>
          <span className="hidden">{hash.copy} </span>
          <Address value={value} />
        </>
      }
      subtitle={name}
      onPress={() => copy(value)}
    />
  )
}
