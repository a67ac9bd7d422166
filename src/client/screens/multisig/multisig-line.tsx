import type { Multisig } from '#shared/multisig.ts'
import { ShortAddress } from '../account/short-address.tsx'
import { ChainName } from './chain-name.tsx'
import { MultisigName } from './multisig-name.tsx'

/** How a line shows a multisig: what it is, its address and its chain. */
export function multisigLine(multisig: Multisig) {
  return {
    title: <MultisigName multisig={multisig} />,
    subtitle: (
      <>
        <ShortAddress wallet={multisig} /> · <ChainName multisig={multisig} />
      </>
    ),
  }
}
