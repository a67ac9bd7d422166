import * as v from 'valibot'
import { TelegramIdSchema } from '../../user.ts'
import { WalletIdSchema } from '../../wallet.ts'
import { type HostEndpoint, noQuery } from './host-endpoint.ts'

/** A document in the format clasp-proof/1. `docs/proof-format.md` describes its evidence. */
const ProofSchema = v.object({
  format: v.literal('clasp-proof/1'),
  telegramId: TelegramIdSchema,
  /** In CAIP-10. */
  wallet: v.string(),
  evidence: v.looseObject({
    type: v.picklist(['ton-proof', 'ton-text', 'evm-message', 'evm-contract', 'safe', 'quorum']),
  }),
  /** Telegram's signature, if the member asked for it: a launch, or a login with the key that signed it. */
  telegram: v.optional(
    v.union([
      v.object({ botId: TelegramIdSchema, launch: v.string() }),
      v.object({
        botId: TelegramIdSchema,
        idToken: v.string(),
        jwk: v.record(v.string(), v.string()),
      }),
    ]),
  ),
})

/**
 * Reads the proof of a linked wallet, by the wallet's id: a document that anyone can verify without trusting this server. It names the
 * Telegram account. Owners of a multisig who do not show their names are withheld.
 */
export const getProof = {
  method: 'GET',
  path: '/v1/proofs/:id',
  scope: 'proofs:read',
  params: v.strictObject({ id: WalletIdSchema }),
  query: noQuery,
  response: ProofSchema,
} as const satisfies HostEndpoint
