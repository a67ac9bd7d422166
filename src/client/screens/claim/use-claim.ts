import { getClaim, isProven } from '#shared/claim.ts'
import { type NamedDay, nameDay } from '#shared/name-day.ts'
import { removeDirectionMarks } from '#shared/direction-marks.ts'
import type { ShownWallet } from '#shared/request.ts'
import { writeClaim, writeClaimTime } from '../../../i18n/write-claim.ts'
import { formatCount, formatDate, getDayStart, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import type { PartState } from '../../parts/part.ts'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'

export type WrittenClaim = {
  /** Such as `Ada controls UQab…wxyz`. */
  sentence: string
  /** The moment that the proof is of, ISO 8601. */
  at: string
  /** Such as `verified today`. */
  time: string
  /** The same for a reader in another time zone. @param date the day that the proof is of, formatted */
  writeTime: (day: NamedDay, date: string) => string
  isProven: boolean
}

/**
 * What the proof of a linked wallet shows, in one sentence. Fails where there are no messages for its family.
 *
 * @param holder null where the reader is the holder
 */
export function useClaim(wallet: ShownWallet, holder: string | null): PartState<WrittenClaim> {
  const { now } = useServices()
  const { language, messages } = useLocalization()
  const chainId = wallet.family === 'evm' ? wallet.chainId : null
  const evm = useSection('evm', chainId !== null)
  if (chainId !== null && evm.status !== 'ready') return evm
  const claim = getClaim(wallet)
  const at = wallet.staleAt ?? wallet.verifiedAt
  const account = {
    address: unbrokenAddress(wallet),
    chain:
      evm.status === 'ready' && chainId !== null ? isolated(evm.value.chainName(chainId)) : null,
    isTestnet: wallet.family === 'ton' && wallet.network === '-3',
    terms: wallet.multisig && {
      threshold: formatCount(language, wallet.multisig.threshold),
      owners: wallet.multisig.ownerCount,
    },
  }
  const day = nameDay(Date.parse(at), now(), getDayStart)
  const { claims } = messages
  const writeTime = (named: NamedDay, date: string) =>
    writeClaimTime(claims, { claim, day: named, date })
  const written = {
    at,
    sentence: writeClaim(claims, { claim, account, holder: holder && toShownName(holder) }),
    time: writeTime(day, formatDate(language, at)),
    writeTime,
    isProven: isProven(claim),
  }
  return { status: 'ready', value: written }
}

/** The name stands beside what is proven. */
function toShownName(name: string): string {
  return isolated(removeDirectionMarks(name))
}
