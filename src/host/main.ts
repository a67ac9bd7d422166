/** The library for an operator's own code: what the package exports under `/host`. */
export { ClaspError, type ClaspErrorCode } from './clasp-error.ts'
export type { ClaspConnection } from './call-clasp.ts'
export {
  type Clasp,
  createClasp,
  type EventsOptions,
  type LinkFilter,
  type RequestFields,
} from './create-clasp.ts'
export { requireWallet, type WalletFlavor } from './require-wallet.ts'
export { verifyWebhook } from './verify-webhook.ts'
export type { HostEvent } from '#shared/api/host/host-event.ts'
export type { HostAnswer, HostRequest } from '#shared/api/host/host-request.ts'
export type { HostHeldWallet, HostWallet, ReadWallet } from '#shared/api/host/host-wallet.ts'
