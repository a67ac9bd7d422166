import { useStore } from '../../use-store.ts'
import { useEffect, useState } from 'react'
import type { Wallet } from '#shared/wallet.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { findProblem } from '../reading/reading.ts'
import { createSignedMultisigs, type SignedMultisigs } from './signed-multisigs.ts'
import { useCore } from '../context/use-core.ts'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'
import { FindMultisig } from './find-multisig.tsx'
import { MultisigCell } from './multisig-cell.tsx'

/**
 * The multisigs that a wallet's key is an owner of: this is membership, and never shown as the wallet's own. Nothing
 * for a wallet without any, and nothing until they are known: so it stands last on its screen.
 */
export function SignedMultisigsSection({ wallet }: { wallet: Wallet }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const [list] = useState(() => createSignedMultisigs(api, wallet.id))
  const state = useStore(list.state)
  const listed = state.status === 'shown' && state.value.multisigs.length > 0 ? state.value : null
  const messages = useSection('multisig', listed !== null)
  useEffect(() => {
    void list.refresh()
    return telegram.onReturn(() => void list.refresh())
  }, [list, telegram])
  if (listed === null || messages.status !== 'ready') return null
  return (
    <>
      <Listed listed={listed} onAgain={() => void list.refresh()} messages={messages.value} />
      <ProblemNotice code={findProblem(state)} />
    </>
  )
}

type Props = { listed: SignedMultisigs; onAgain: () => void; messages: MultisigMessages }

function Listed({ listed: { multisigs, isComplete }, onAgain, messages }: Props) {
  const { wallet } = useMessages()
  const { sentence } = wallet.levels.signer
  const note = isComplete ? sentence : `${sentence} ${messages.list.partial}`
  return (
    <Section header={messages.list.header} footer={note}>
      {multisigs.map((multisig) => (
        <MultisigCell key={multisig.id} multisig={multisig} level="signer" messages={messages} />
      ))}
      {!isComplete && (
        <ActionCell icon={REFRESH} tone="accent" title={messages.list.again} onPress={onAgain} />
      )}
      <FindMultisig messages={messages} />
    </Section>
  )
}
