import type { Spoken } from '../../../i18n/spoken.ts'

/** What the app says about multisigs, whatever their family. */
export type MultisigMessages = Spoken['multisig']
