import type { MultisigDetail } from '#shared/multisig.ts'
import type { Me } from '../member/member-state.ts'
import { holds } from './holds.ts'

/** Whether the known member data agrees with a multisig as its chain shows it now. */
export function knowsMultisig(me: Me, multisig: MultisigDetail): boolean {
  return knowsLink(me, multisig) && knowsCollecting(me, multisig)
}

/** The member's link to it: whether it exists, whether it is valid, and how many owners must agree. */
function knowsLink({ wallets }: Me, multisig: MultisigDetail): boolean {
  const link = wallets.find((wallet) => wallet.multisig?.id === multisig.id)
  if (link === undefined) return multisig.walletId === null
  return (
    link.id === multisig.walletId &&
    (link.staleAt === null) === holds(multisig) &&
    link.multisig?.threshold === multisig.threshold
  )
}

/** The member's own cosigning: whether one is open, and how far it is. */
function knowsCollecting({ cosignings }: Me, { id, cosigning }: MultisigDetail): boolean {
  const known = cosignings.find(({ mine, multisig }) => mine && multisig.id === id)
  return known?.code === cosigning?.code && known?.signed === cosigning?.signed
}
