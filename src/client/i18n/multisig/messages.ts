import type { Messages } from '../../../i18n/messages.ts'

/** Messages about multisigs of any family. */
export type MultisigMessages = Messages['multisig']
