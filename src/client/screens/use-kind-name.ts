import {
  type EvmWallet,
  TON_MULTISIG_KIND,
  type TonWallet,
  type WalletMultisig,
} from '#shared/wallet.ts'
import { formatCount } from '../i18n/format.ts'
import { useSpeech } from '../i18n/use-speech.ts'
import type { Loading } from './state/loadable.ts'
import { useEvmWords } from './use-evm-words.ts'
import { useMultisigWords } from './use-multisig-words.ts'
import { kindName } from './wallet/kind-name.ts'

type Owned = Pick<WalletMultisig, 'threshold' | 'ownerCount'>

/** What answers for an account; of a multisig, how many of its owners must agree, if that is known. */
type Kinded = { multisig: Owned | null } & (
  | Pick<TonWallet, 'family' | 'kind'>
  | Pick<EvmWallet, 'family' | 'kind'>
)

/** What kind of wallet it is, in words such as `Safe 2 of 3`. Fails where nothing is said of its family. */
export function useKindName(wallet: Kinded): Loading<string> {
  const { language, messages } = useSpeech()
  const evm = useEvmWords(wallet.family === 'evm')
  const words = useMultisigWords(wallet.kind === TON_MULTISIG_KIND)
  const owned = wallet.multisig
  const counts = owned && {
    threshold: formatCount(language, owned.threshold),
    owners: formatCount(language, owned.ownerCount),
  }
  if (wallet.family === 'evm') {
    if (evm.status !== 'ready') return evm
    const { kinds, safe } = evm.value
    const isCounted = wallet.kind === 'safe' && counts !== null
    return { status: 'ready', value: isCounted ? safe.kindOf(counts) : kinds[wallet.kind] }
  }
  if (wallet.kind !== TON_MULTISIG_KIND) {
    return { status: 'ready', value: kindName(messages.wallet, wallet.kind) }
  }
  if (words.status !== 'ready') return words
  const { tonKind, tonKindOf } = words.value
  return { status: 'ready', value: counts === null ? tonKind : tonKindOf(counts) }
}
