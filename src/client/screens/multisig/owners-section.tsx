import type { MultisigDetail, Owner } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell } from '../../ui/cell.tsx'
import { WALLET } from '../../ui/icons/wallet.ts'
import { Section } from '../../ui/section.tsx'
import { SmallAvatar } from '../../ui/small-avatar.tsx'
import type { Addressed } from '../short-address-text.ts'
import { ShortAddress } from '../short-address.tsx'
import { ownerAccount } from './owner-account.ts'

type Props = { multisig: MultisigDetail; words: MultisigMessages }

/** The owners in the chain's order, each by the address, and by name only where they let it be seen. */
export function OwnersSection({ multisig, words }: Props) {
  return (
    <Section header={words.owners} footer={words.ownersNote}>
      {multisig.owners.map((owner) => (
        <OwnerCell
          key={owner.address}
          owner={owner}
          account={ownerAccount(multisig, owner.address)}
          words={words}
        />
      ))}
    </Section>
  )
}

type CellProps = { owner: Owner; account: Addressed; words: MultisigMessages }

function OwnerCell({ owner: { person, mine }, account, words }: CellProps) {
  const address = <ShortAddress wallet={account} />
  const you = mine && { after: <Badge>{words.you}</Badge> }
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
