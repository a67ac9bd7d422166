import { ANSWERS_LISTED } from '#shared/api/get-me.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Section } from '../../ui/list.tsx'
import { useMe, useServices } from '../context/use-services.ts'
import { PurposeCell } from '../screen/purpose.tsx'
import { AnswerCell, DoorCell } from './wallet-uses.tsx'

/** Where a wallet is in use, on its own screen: by the operator, and in what the member has answered or entered with it. */
export function UsesSection({ wallet }: { wallet: Wallet }) {
  const { language, messages } = useLocalization()
  const { boot } = useServices()
  const me = useMe()
  const { uses } = messages.home
  const all = me?.answers ?? []
  const isCut = all.length === ANSWERS_LISTED
  const footer = isCut ? uses.newest(formatCount(language, ANSWERS_LISTED)) : undefined
  return (
    <Section header={uses.header} footer={footer}>
      <PurposeCell {...boot} otherwise={messages.attempt.known} />
      {all
        .filter(({ walletId }) => walletId === wallet.id)
        .map((answer) => (
          <AnswerCell key={answer.code} answer={answer} />
        ))}
      {me?.doors
        .filter(({ walletId }) => walletId === wallet.id)
        .map((door) => (
          <DoorCell key={door.joinId} door={door} />
        ))}
    </Section>
  )
}
