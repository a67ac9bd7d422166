import type { Endpoint } from './endpoint.ts'

/**
 * Has the bot send the proof of the wallet to the member's own chat, as a file: a document that anyone can verify. It
 * names the Telegram account. 204 once Telegram has taken it.
 */
export const sendProof = {
  method: 'POST',
  path: '/api/wallets/:id/proof',
} as const satisfies Endpoint
