import type { Messages } from '../../../i18n/messages.ts'

/**
 * What the app says about EVM wallets, in one language. None of it is served where the operator does
 * not offer them. Names of chains and wallets come in ready to show.
 */
export type EvmMessages = Messages['evm']
