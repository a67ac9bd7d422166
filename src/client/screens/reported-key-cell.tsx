import { isReportedKey, type Wallet } from '#shared/wallet.ts'
import { useMessages } from '../i18n/use-localization.ts'
import { Cell } from '../ui/cell.tsx'
import { WARNING } from '../ui/first-icons.ts'

type Props = { wallet: Pick<Wallet, 'keySource'> }

/** Warns that only one source reported this key and no other has confirmed it. Nothing for any other key. */
export function ReportedKeyCell({ wallet }: Props) {
  const { wallet: messages } = useMessages()
  if (!isReportedKey(wallet)) return null
  const { name, sentence } = messages.keySources[wallet.keySource]
  return <Cell tone="warning" icon={WARNING} title={name} subtitle={sentence} />
}
