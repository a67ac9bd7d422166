import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Addressed, unbrokenAddress } from '../account/unbroken-address.ts'
import { isSame } from '../device/use-connected-wallets.ts'
import { useCore } from '../context/context.ts'

/** Says that the wallet answers with another account than the one that was to be verified again. */
export function OtherAccount({ attempt }: { attempt: Attempt }) {
  const { opened } = useCore()
  const { attempt: messages } = useMessages()
  const [address] = opened.find(attempt)?.wanted ?? []
  const answering = findAnswering(attempt)
  // Several owners may be wanted, and the server says which of them answers.
  if (address === undefined || answering === null || attempt.confirmsCode !== null) return null
  const wanted: Addressed = { ...answering, address }
  if (isSame(wanted, answering)) return null
  return <Notice>{messages.otherAccount(unbrokenAddress(wanted))}</Notice>
}

function findAnswering(attempt: Attempt): Addressed | null {
  if (attempt.wallet !== null) return attempt.wallet
  if (attempt.family === 'ton' || attempt.account === null) return null
  return { family: 'evm', address: attempt.account.address }
}
