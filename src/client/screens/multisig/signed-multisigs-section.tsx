import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { findProblem } from '../query/query.ts'
import { useOnReturn, useRead } from '../query/use-query.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { FindMultisig } from './find-multisig.tsx'
import { MultisigCell } from './multisig-cell.tsx'

/**
 * The multisigs that a wallet's key is an owner of: this is membership, and never shown as the wallet's own. Nothing
 * for a wallet without any, and nothing until they are known: so it stands last on its screen.
 */
export function SignedMultisigsSection({ wallet }: { wallet: Wallet }) {
  const { state, refresh } = useRead(listMultisigs, { id: wallet.id })
  const listed = state.status === 'shown' && state.value.multisigs.length > 0 ? state.value : null
  const messages = useSection('multisig', listed !== null)
  useOnReturn(refresh)
  if (listed === null || messages.status !== 'ready') return null
  return (
    <>
      <Listed listed={listed} onAgain={refresh} />
      <ProblemNotice code={findProblem(state)} />
    </>
  )
}

type Props = { listed: ResponseOf<typeof listMultisigs>; onAgain: () => void }

function Listed({ listed: { multisigs, isComplete }, onAgain }: Props) {
  const { list } = useMessagesOf('multisig')
  const { wallet } = useMessages()
  const { sentence } = wallet.levels.signer
  const note = isComplete ? sentence : `${sentence} ${list.partial}`
  return (
    <Section header={list.header} footer={note}>
      {multisigs.map((multisig) => (
        <MultisigCell key={multisig.id} multisig={multisig} level="signer" />
      ))}
      {!isComplete && (
        <ActionCell icon={REFRESH} tone="accent" title={list.again} onPress={onAgain} />
      )}
      <FindMultisig />
    </Section>
  )
}
