import { type SubmitEvent, useId, useState } from 'react'
import type { MemberDetail } from '#shared/api/admin/get-member.ts'
import { REASON_MAX, unlinkMemberWallet } from '#shared/api/admin/unlink-member-wallet.ts'
import { displayAddress } from '#shared/display-address.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../actions/use-task.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/use-services.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ScreenSheet } from '../screen/screen-sheet.tsx'

type Props = {
  member: MemberDetail
  held: MemberDetail['wallets'][number]
  /** `already`: the member no longer has the wallet. */
  onDone: (outcome: 'unlinked' | 'already') => void
}

function useUnlink({ member, held, onDone }: Props): (reason: string) => Promise<void> {
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
export function UnlinkSheet({ onClose, ...props }: Props & { onClose: () => void }) {
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
