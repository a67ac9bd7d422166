import type { MultisigDetail, Owner } from '#shared/multisig.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { SmallAvatar } from '../../ui/small-avatar.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import type { Addressed } from '../account/unbroken-address.ts'
import { ShortAddress } from '../account/short-address.tsx'
import { ownerAccount } from './owner-account.ts'

/** The owners in the chain's order, each with the address, and with a name only where they allow it. */
export function OwnersSection({ multisig }: { multisig: MultisigDetail }) {
  const messages = useMessagesOf('multisig')
  return (
    <Section header={messages.owners} footer={messages.ownersNote}>
      {multisig.owners.map((owner) => (
        <OwnerCell
          key={owner.address}
          owner={owner}
          account={ownerAccount(multisig, owner.address)}
        />
      ))}
    </Section>
  )
}

type CellProps = { owner: Owner; account: Addressed }

function OwnerCell({ owner: { person, mine }, account }: CellProps) {
  const messages = useMessagesOf('multisig')
  const address = <ShortAddress wallet={account} />
  const you = mine && { after: <Badge>{messages.you}</Badge> }
  if (person === null) return <Cell icon={WALLET} title={address} {...you} />
  return (
    <Cell
      tile={<SmallAvatar name={person.firstName} />}
      title={<bdi>{person.firstName}</bdi>}
      subtitle={
        <>
          {person.username !== null && (
            <>
              <bdi>@{person.username}</bdi> ·{' '}
            </>
          )}
          {address}
        </>
      }
      {...you}
    />
  )
}
