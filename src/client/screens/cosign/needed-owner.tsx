import type { Cosigning } from '#shared/multisig.ts'
import { formatList } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { ownerAccount } from '../multisig/owner-account.ts'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useQuery } from '../query/use-query.ts'
import { useCore } from '../context/context.ts'
import { useSection } from '../arriving/use-section.ts'
import { createCosigningView } from './cosigning-view.ts'
import { getNeededOwners } from './get-needed-owners.ts'

/** Whose wallet must be connected to confirm in a cosigning. */
export function NeededOwner({ cosigning: { multisig, owners } }: { cosigning: Cosigning }) {
  const { language } = useLocalization()
  const messages = useSection('multisig')
  const addresses = getNeededOwners(owners).map((owner) =>
    unbrokenAddress(ownerAccount(multisig, owner)),
  )
  const [only, ...others] = addresses
  if (only === undefined || messages.status !== 'ready') return null
  const { needed, neededOneOf } = messages.value.cosign
  return (
    <Notice>
      {others.length === 0 ? needed(only) : neededOneOf(formatList(language, addresses))}
    </Notice>
  )
}

/** The same, for a cosigning that is not on the screen. Nothing until it has been read. */
export function NeededOwnerOf({ code }: { code: string }) {
  const { api } = useCore()
  const { state } = useQuery(() => createCosigningView(api, code))
  return state.status === 'shown' ? <NeededOwner cosigning={state.value} /> : null
}
