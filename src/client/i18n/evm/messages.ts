import type { Messages } from '../../../i18n/messages.ts'

/**
 * Messages about EVM wallets, in one language. The server does not serve them where the operator does not offer EVM
 * wallets. Names of chains and wallets are passed in already formatted.
 */
export type EvmMessages = Messages['evm']
