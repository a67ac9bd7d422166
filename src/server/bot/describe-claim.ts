import { type ClaimedAccount, writeClaim, writeClaimTime } from '../../i18n/write-claim.ts'
import { getClaim, isProven } from '#shared/claim.ts'
import { evmChainName } from '#shared/evm-chains.ts'
import { getDirection, type Language } from '#shared/languages.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import { escapeHtml, isolate } from './markup.ts'
import { formatDate } from './messages/format-date.ts'
import { messagesIn } from './messages/messages-in.ts'
import type { DescribedClaim } from './messages/proof-texts.ts'
import { shortAddress } from './describe-wallet.ts'

type ClaimView = {
  language: Language
  /** As in `shownPerson`; null where the reader is the holder. */
  holder: string | null
}

/** What a linked wallet's proof shows, for `writeSentence`. Messages are read on later days, so it names days by date. */
export function describeClaim(
  wallet: StoredWallet,
  { language, holder }: ClaimView,
): DescribedClaim {
  const { claims } = messagesIn(language)
  const claim = getClaim(wallet)
  const at = wallet.staleAt ?? wallet.verifiedAt
  const account = toAccount(wallet, language)
  return {
    sentence: writeClaim(claims, { claim, account, holder: holder && escapeHtml(holder) }),
    time: escapeHtml(
      writeClaimTime(claims, { claim, day: 'earlier', date: formatDate(language, at) }),
    ),
    isProven: isProven(claim),
  }
}

function toAccount(wallet: StoredWallet, language: Language): ClaimedAccount {
  const { multisig } = wallet
  const chainId = wallet.family === 'evm' ? wallet.chainId : null
  const insert = (text: string) =>
    escapeHtml(getDirection(language) === 'rtl' ? isolate(text) : text)
  return {
    address: `<code>${insert(shortAddress(wallet))}</code>`,
    chain: chainId === null ? null : insert(evmChainName(chainId)),
    isTestnet: wallet.family === 'ton' && wallet.network === '-3',
    terms: multisig && {
      threshold: new Intl.NumberFormat(language).format(multisig.threshold),
      owners: multisig.owners.length,
    },
  }
}
