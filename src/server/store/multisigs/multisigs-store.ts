import type { SqlContext } from '../rows/transaction.ts'
import { createCloseDueCosignings } from './close-due-cosignings.ts'
import { createCompleteCosigning } from './complete-cosigning.ts'
import { createConfirmations } from './confirmations.ts'
import { createCosignings } from './cosignings.ts'
import { createFindCosignings } from './find-cosignings.ts'
import { createMultisigChecks } from './multisig-checks.ts'
import { createMultisigLinks } from './multisig-links.ts'
import { createMultisigs } from './multisigs.ts'
import { createOpenCosigning } from './open-cosigning.ts'

/** Known multisigs, cosignings, and the links that rest on them. */
export function createMultisigsStore(context: SqlContext) {
  return {
    ...createMultisigs(context),
    ...createMultisigChecks(context),
    ...createMultisigLinks(context),
    ...createOpenCosigning(context),
    ...createFindCosignings(context),
    ...createCosignings(context),
    ...createConfirmations(context),
    ...createCompleteCosigning(context),
    ...createCloseDueCosignings(context),
  }
}
