import type { Messages } from '../../../i18n/messages.ts'

/** What the app says about multisigs, whatever their family. */
export type MultisigMessages = Messages['multisig']
