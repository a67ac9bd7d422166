import { type SubmitEvent, useId, useState } from 'react'
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
import { REASON_MAX, unlinkMemberWallet } from '#shared/api/admin/unlink-member-wallet.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../actions/use-task.ts'
import { useCore, useServices } from '../context/context.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'

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

type UnlinkProps = {
  member: MemberDetail
  held: MemberDetail['wallets'][number]
  /** `already`: the member no longer has the wallet. */
  onDone: (outcome: 'unlinked' | 'already') => void
}

function useUnlink({ member, held, onDone }: UnlinkProps): (reason: string) => Promise<void> {
  const { api } = useCore()
  const { telegram } = useServices()
  return async (reason) => {
    const body = { memberId: member.id, reason }
    try {
      await api.call(unlinkMemberWallet, { id: held.id, body })
    } catch (error) {
      if (getProblemCode(error) !== 'not-found') throw error
      return onDone('already')
    }
    telegram.haptic('success')
    onDone('unlinked')
  }
}

/** Asks why a wallet is unlinked, and unlinks it. */
function UnlinkSheet({ onClose, ...props }: UnlinkProps & { onClose: () => void }) {
  const { member, held } = props
  const { language } = useLocalization()
  const { member: messages } = useMessagesOf('admin')
  const { run, isBusy, problem } = useTask()
  const [reason, setReason] = useState('')
  const noteId = useId()
  const unlink = useUnlink(props)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reason.trim() !== '') run(() => unlink(reason))
  }
  return (
    <ScreenSheet title={messages.unlinkTitle} onClose={onClose}>
      <form onSubmit={submit}>
        <Section header={member.firstName}>
          <Cell title={<Address value={displayAddress(held.wallet)} />} />
        </Section>
        <Section
          header={messages.reason}
          footer={<span id={noteId}>{messages.reasonNote(formatCount(language, REASON_MAX))}</span>}
        >
          <div className="cell cell-field">
            <input
              className="field"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              aria-label={messages.reason}
              aria-describedby={noteId}
              maxLength={REASON_MAX}
              dir={reason === '' ? undefined : 'auto'}
              autoComplete="off"
              enterKeyHint="done"
            />
          </div>
        </Section>
        {!member.mayMessage && <Notice>{messages.mute}</Notice>}
        <ProblemNotice code={problem} />
        <div className="actions">
          <button
            type="submit"
            className="button button-destructive"
            disabled={reason.trim() === ''}
            aria-busy={isBusy}
          >
            {messages.confirm}
          </button>
        </div>
      </form>
    </ScreenSheet>
  )
}
