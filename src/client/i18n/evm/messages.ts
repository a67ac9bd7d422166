import type { Spoken } from '../../../i18n/spoken.ts'

/**
 * What the app says about EVM wallets, in one language. None of it is served where the owner does
 * not offer them. Names of chains and wallets come in ready to show.
 */
export type EvmMessages = Spoken['evm']
