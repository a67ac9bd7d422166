import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { EvmAccount } from '#shared/evm-account.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell } from '../../ui/cell.tsx'
import { COPY } from '../../ui/icons/copy.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { RetrySection } from '../share/retry-section.tsx'
import { createLoadable } from '../state/loadable.ts'
import { useCopy } from '../use-copy.ts'
import { type EvmWords, useEvmWords } from '../use-evm-words.ts'
import { WordedSection } from '../worded-section.tsx'

/** In a chunk of its own, and in none where EVM wallets are not offered. */
const HASHING = createLoadable(async () => {
  if (__EVM__) return import('#shared/safe-message.ts')
  throw new Error('not in this build')
})

type Props = {
  safe: EvmAccount
  /** What the owners sign, to the letter. */
  text: string
}

/** What owners' wallets show in place of the text: derived from the very text that is on the screen, here and now. */
export function SafeHash(props: Props) {
  const words = useEvmWords()
  useEffect(() => HASHING.load(), [])
  return (
    <WordedSection words={words}>{({ hash }) => <Derived {...props} words={hash} />}</WordedSection>
  )
}

type Worded = { words: EvmWords['hash'] }

function Derived({ safe, text, words }: Props & Worded) {
  const hashing = useStore(HASHING.state)
  if (hashing.status === 'failed') {
    return (
      <>
        <Notice>{words.failed}</Notice>
        <RetrySection onRetry={() => HASHING.load()} />
      </>
    )
  }
  return (
    <Section header={words.header} footer={words.note}>
      {hashing.status === 'waiting' ? (
        <SkeletonCell />
      ) : (
        <Hashes
          // Wallets show what the Safe calls its message, or only the hash of everything.
          message={hashing.value.textHash(text)}
          whole={hashing.value.safeMessageHash(safe, text)}
          words={words}
        />
      )}
    </Section>
  )
}

type HashesProps = Worded & { message: string; whole: string }

function Hashes({ message, whole, words }: HashesProps) {
  const { copy, outcome } = useCopy()
  return (
    <>
      <Hash value={message} name={words.message} words={words} copy={copy} />
      <Hash value={whole} name={words.whole} words={words} copy={copy} />
      <Toast text={outcome} />
    </>
  )
}

type HashProps = Worded & { value: string; name: string; copy: (text: string) => void }

function Hash({ value, name, words, copy }: HashProps) {
  return (
    <ActionCell
      icon={COPY}
      title={
        <>
          <span className="hidden">{words.copy} </span>
          <Address value={value} />
        </>
      }
      subtitle={name}
      onPress={() => copy(value)}
    />
  )
}
