import {
  type EvmWallet,
  TON_MULTISIG_KIND,
  type TonWallet,
  type WalletMultisig,
} from '#shared/wallet.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import type { PartState } from '../../parts/part.ts'
import { useSection } from '../arriving/use-section.ts'
import { writeTonKind } from '../../../i18n/write-ton-kind.ts'

type Owned = Pick<WalletMultisig, 'threshold' | 'ownerCount'>

/** The contract of an account; for a multisig, how many of its owners must agree, if that is known. */
type Kinded = { multisig: Owned | null } & (
  | Pick<TonWallet, 'family' | 'kind'>
  | Pick<EvmWallet, 'family' | 'kind'>
)

/** The kind of wallet, as text, such as `Safe 2 of 3`. Fails where there are no messages for its family. */
export function useKindName(wallet: Kinded): PartState<string> {
  const { language, messages } = useLocalization()
  const evm = useSection('evm', wallet.family === 'evm')
  const multisigMessages = useSection('multisig', wallet.kind === TON_MULTISIG_KIND)
  const owned = wallet.multisig
  const counts = owned && {
    threshold: formatCount(language, owned.threshold),
    owners: formatCount(language, owned.ownerCount),
  }
  if (wallet.family === 'evm') {
    if (evm.status !== 'ready') return evm
    const { kinds, safe } = evm.value
    const isCounted = wallet.kind === 'safe' && counts !== null
    return { status: 'ready', value: isCounted ? safe.kindWithOwners(counts) : kinds[wallet.kind] }
  }
  if (wallet.kind !== TON_MULTISIG_KIND) {
    return { status: 'ready', value: writeTonKind(messages.wallet.tonKinds, wallet.kind) }
  }
  if (multisigMessages.status !== 'ready') return multisigMessages
  const { tonKind, tonKindWithOwners } = multisigMessages.value
  return { status: 'ready', value: counts === null ? tonKind : tonKindWithOwners(counts) }
}
