import type { Cosigning } from '#shared/multisig.ts'
import { Badge } from '../../ui/badge.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CHECK } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { SmallAvatar } from '../../ui/small-avatar.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import type { Addressed } from '../account/unbroken-address.ts'
import { ownerAccount } from '../multisig/owner-account.ts'
import { ShortAddress } from '../account/short-address.tsx'

type Props = { cosigning: Cosigning }
type CosigningOwner = Cosigning['owners'][number]

/** Every owner, with a tick for those who confirmed, and with a name only where they allow it. */
export function OwnersSection({ cosigning }: Props) {
  const messages = useMessagesOf('multisig')
  const { multisig, method, owners, state } = cosigning
  const { signedMark, agreedMark, openMark, notNeeded } = messages.cosign
  const given = method === 'signatures' ? signedMark : agreedMark
  const missing = state === 'complete' ? notNeeded : openMark
  return (
    <Section header={messages.owners} footer={messages.ownersNote}>
      {owners.map((owner) => (
        <OwnerCell
          key={owner.address}
          owner={owner}
          account={ownerAccount(multisig, owner.address)}
          state={owner.signed ? given : missing}
          you={messages.you}
        />
      ))}
    </Section>
  )
}

type OwnerCellProps = { owner: CosigningOwner; account: Addressed; state: string; you: string }

function OwnerCell({ owner: { person, mine, signed }, account, state, you }: OwnerCellProps) {
  const address = <ShortAddress wallet={account} />
  const mark =
    person === null ? { icon: WALLET } : { tile: <SmallAvatar name={person.firstName} /> }
  return (
    <Cell
      {...mark}
      title={
        <>
          {person === null ? address : <bdi>{person.firstName}</bdi>} {mine && <Badge>{you}</Badge>}
        </>
      }
      subtitle={
        person === null ? (
          state
        ) : (
          <>
            {state} · {address}
          </>
        )
      }
      after={signed ? <Icon shape={CHECK} /> : undefined}
    />
  )
}
