import {
  type EvmWallet,
  TON_MULTISIG_KIND,
  type TonWallet,
  type WalletMultisig,
  type TonWalletKind,
} from '#shared/wallet.ts'
import { formatCount } from '../i18n/format.ts'
import { useLocalization } from '../i18n/use-localization.ts'
import type { Loading } from './reading/loadable.ts'
import { useEvmMessages } from './use-evm-messages.ts'
import { useMultisigMessages } from './use-multisig-messages.ts'
import type { AppMessages } from '../i18n/messages.ts'

/** Versions of the wallet contract, as wallets call them. */
const VERSIONS: Record<Exclude<TonWalletKind, 'WalletTg' | 'unknown'>, string> = {
  v1r1: 'v1 R1',
  v1r2: 'v1 R2',
  v1r3: 'v1 R3',
  v2r1: 'v2 R1',
  v2r2: 'v2 R2',
  v3r1: 'v3 R1',
  v3r2: 'v3 R2',
  v4r1: 'v4 R1',
  v4r2: 'v4 R2',
  v5beta: 'W5 beta',
  v5r1: 'W5',
}

type Owned = Pick<WalletMultisig, 'threshold' | 'ownerCount'>

/** The contract of an account; for a multisig, how many of its owners must agree, if that is known. */
type Kinded = { multisig: Owned | null } & (
  | Pick<TonWallet, 'family' | 'kind'>
  | Pick<EvmWallet, 'family' | 'kind'>
)

/** The kind of wallet, as text, such as `Safe 2 of 3`. Fails where there are no messages for its family. */
export function useKindName(wallet: Kinded): Loading<string> {
  const { language, messages } = useLocalization()
  const evm = useEvmMessages(wallet.family === 'evm')
  const multisigMessages = useMultisigMessages(wallet.kind === TON_MULTISIG_KIND)
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
    return { status: 'ready', value: kindName(messages.wallet, wallet.kind) }
  }
  if (multisigMessages.status !== 'ready') return multisigMessages
  const { tonKind, tonKindWithOwners } = multisigMessages.value
  return { status: 'ready', value: counts === null ? tonKind : tonKindWithOwners(counts) }
}

/** The kind of wallet, as text. */
function kindName(messages: AppMessages['wallet'], kind: TonWalletKind): string {
  if (kind === 'WalletTg') return messages.kindTelegram
  if (kind === 'unknown') return messages.kindUnknown
  return messages.kindVersion(VERSIONS[kind])
}
