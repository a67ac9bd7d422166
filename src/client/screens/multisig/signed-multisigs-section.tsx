import { useStore } from '../../ui/use-store.ts'
import { useEffect, useState } from 'react'
import type { Wallet } from '#shared/wallet.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { LINK, QUESTION, REFRESH } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { findProblem, type ServerReading } from '../reading/reading.ts'
import { createSignedMultisigs, type SignedMultisigs } from './signed-multisigs.ts'
import { useCore } from '../use-core.ts'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { useServices } from '../use-services.ts'
import { LocalizedSection } from '../localized-section.tsx'
import { FindSheet } from './find-sheet.tsx'
import { MultisigCell } from './multisig-cell.tsx'

/** The multisigs that a wallet's key is an owner of: this is membership, and never shown as the wallet's own. */
export function SignedMultisigsSection({ wallet }: { wallet: Wallet }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const messages = useMultisigMessages()
  const [list] = useState(() => createSignedMultisigs(api, wallet.id))
  useEffect(() => {
    void list.refresh()
    return telegram.onReturn(() => void list.refresh())
  }, [list, telegram])
  return (
    <LocalizedSection messages={messages}>
      {(ready) => <Listed wallet={wallet} list={list} messages={ready} />}
    </LocalizedSection>
  )
}

type Props = { wallet: Wallet; list: ServerReading<SignedMultisigs>; messages: MultisigMessages }

function Listed({ wallet, list, messages }: Props) {
  const state = useStore(list.state)
  const again = () => void list.refresh()
  const note = useNote(state.status === 'shown' ? state.value : null, messages)
  return (
    <>
      <Section header={messages.list.header} {...(note !== null && { footer: note })}>
        {state.status === 'loading' && <SkeletonCell />}
        {state.status === 'failed' && <Again onPress={again} />}
        {state.status === 'shown' && (
          <Found found={state.value} onAgain={again} messages={messages} />
        )}
        <Find wallet={wallet} messages={messages} />
      </Section>
      <ProblemNotice code={findProblem(state)} />
    </>
  )
}

/** What it proves to be listed here; for an empty list, how to find a multisig that is not in it. */
function useNote(listed: SignedMultisigs | null, { list }: MultisigMessages): string | null {
  const { wallet } = useMessages()
  if (listed === null) return null
  const { canList, isComplete, multisigs } = listed
  if (multisigs.length > 0) {
    const { sentence } = wallet.levels.signer
    return isComplete ? sentence : `${sentence} ${list.partial}`
  }
  if (!isComplete) return list.partial
  return canList ? list.noneNote : list.unlisted
}

type FoundProps = { found: SignedMultisigs; onAgain: () => void; messages: MultisigMessages }

function Found({ found: { multisigs, isComplete, canList }, onAgain, messages }: FoundProps) {
  const isNothing = multisigs.length === 0 && isComplete && canList
  return (
    <>
      {multisigs.map((multisig) => (
        <MultisigCell key={multisig.id} multisig={multisig} level="signer" messages={messages} />
      ))}
      {isNothing && <Cell icon={QUESTION} title={messages.list.none} />}
      {!isComplete && (
        <ActionCell icon={REFRESH} tone="accent" title={messages.list.again} onPress={onAgain} />
      )}
    </>
  )
}

function Again({ onPress }: { onPress: () => void }) {
  const { actions } = useMessages()
  return <ActionCell icon={REFRESH} tone="accent" title={actions.retry} onPress={onPress} />
}

/** Finds an unlisted multisig by its address. */
function Find({ wallet, messages }: Omit<Props, 'list'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionCell icon={LINK} title={messages.list.paste} onPress={() => setOpen(true)} />
      {isOpen && (
        <FindSheet family={wallet.family} onClose={() => setOpen(false)} messages={messages} />
      )}
    </>
  )
}
