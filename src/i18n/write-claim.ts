import type { WalletClaim } from '../shared/claim.ts'
import type { NamedDay } from '../shared/name-day.ts'
import type { Messages } from './messages.ts'

/** The sentences about what a wallet's proof shows: the same for the app and the bot. */
export type ClaimMessages = Messages['main']['claims']

export type ClaimedAccount = {
  /** Short form of the address, as the place of the sentence shows it. */
  address: string
  /** Name of the one chain that it is on; null for an account on all chains, and for TON. */
  chain: string | null
  isTestnet: boolean
  /** How many owners must agree, formatted in the language, and how many there are. */
  terms: { threshold: string; owners: number } | null
}

/** The one sentence about a wallet. @param holder null where the reader is the holder */
export function writeClaim(
  messages: ClaimMessages,
  {
    claim,
    account,
    holder: name,
  }: { claim: WalletClaim; account: ClaimedAccount; holder: string | null },
): string {
  const about = {
    wallet: placeAccount(messages, account),
    ...(account.terms ?? { threshold: '', owners: 0 }),
  }
  return name === null
    ? writeYours(messages, claim, about)
    : writeTheirs(messages, claim, { ...about, name })
}

type About = { wallet: string; threshold: string; owners: number }

function writeYours({ yours }: ClaimMessages, claim: WalletClaim, about: About): string {
  switch (claim) {
    case 'owners':
    case 'quorum':
      return yours[claim](about)
    default:
      return yours[claim](about.wallet)
  }
}

function writeTheirs(
  { theirs }: ClaimMessages,
  claim: WalletClaim,
  about: About & { name: string },
): string {
  return theirs[claim](about)
}

/** When it was verified, or since when that no longer holds. @param date the day that the claim names, formatted */
export function writeClaimTime(
  { verified, unconfirmed }: ClaimMessages,
  { claim, day, date }: { claim: WalletClaim; day: NamedDay; date: string },
): string {
  if (claim === 'stale') return unconfirmed(date)
  return day === 'earlier' ? verified.earlier(date) : verified[day]
}

function placeAccount(
  { places }: ClaimMessages,
  { address, chain, isTestnet }: ClaimedAccount,
): string {
  if (isTestnet) return places.testnet(address)
  return chain === null ? address : places.chain({ wallet: address, chain })
}
