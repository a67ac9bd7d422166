import { useState } from 'react'
import type { MemberDetail } from '#shared/api/admin/get-member.ts'
import { displayAddress } from '#shared/display-address.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { UNLINK } from '../../ui/icons.ts'
import { Toast } from '../../ui/toast.tsx'
import { useToast } from '../actions/use-toast.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { useClaim } from '../claim/use-claim.ts'
import { UnlinkSheet } from './unlink-sheet.tsx'

type MemberWallet = MemberDetail['wallets'][number]

type Props = {
  member: MemberDetail
  /** A wallet was unlinked, here or elsewhere. */
  onChanged: () => void
}

/** A member's wallets: what is proven of each and how, and a way to unlink it. */
export function MemberWallets({ member, onChanged }: Props) {
  const { member: messages } = useMessagesOf('admin')
  const [asked, setAsked] = useState<MemberWallet | null>(null)
  const { showToast, toast } = useToast()
  const end = (outcome: 'unlinked' | 'already') => {
    setAsked(null)
    showToast(outcome === 'already' ? messages.already : messages.unlinked)
    onChanged()
  }
  if (member.wallets.length === 0)
    return (
      <Section header={messages.wallets}>
        <Cell title={messages.noWallets} />
        <Toast text={toast} />
      </Section>
    )
  return (
    <>
      {member.wallets.map((held, index) => (
        <Section key={held.id} {...(index === 0 && { header: messages.wallets })}>
          <WalletLines wallet={held.wallet} holder={member.firstName} />
          <ActionCell
            icon={UNLINK}
            tone="destructive"
            title={messages.unlink}
            onPress={() => setAsked(held)}
          />
        </Section>
      ))}
      {asked !== null && (
        <UnlinkSheet member={member} held={asked} onDone={end} onClose={() => setAsked(null)} />
      )}
      <Toast text={toast} />
    </>
  )
}

type WalletLinesProps = Pick<MemberWallet, 'wallet'> & { holder: string }

function WalletLines({ wallet, holder }: WalletLinesProps) {
  const claim = useClaim(wallet, holder)
  const sharing = useSection('sharing')
  return (
    <>
      {claim.status === 'ready' && (
        <Cell
          title={claim.value.sentence}
          subtitle={claim.value.time}
          {...(!claim.value.isProven && { tone: 'warning' })}
        />
      )}
      <Cell title={<Address value={displayAddress(wallet)} />} />
      {sharing.status === 'ready' && (
        <ClaimDetails wallet={wallet} bindings={sharing.value.bindings} />
      )}
    </>
  )
}
