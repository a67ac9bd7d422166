import * as v from 'valibot'
import { BindingSchema, FamilySchema, LinkLevelSchema } from '../../wallet.ts'
import { getPage, type HostEndpoint, noParams, PageQuerySchema } from './host-endpoint.ts'
import { HeldWalletSchema } from './host-wallet.ts'

/**
 * Every linked wallet with its holder, the oldest link first. Nothing is asked of a chain: `staleAt` and `checkedAt` say what the last
 * check found, and when.
 */
export const listHeldWallets = {
  method: 'GET',
  path: '/v1/wallets',
  scope: 'wallets:read',
  params: noParams,
  query: v.strictObject({
    ...PageQuerySchema.entries,
    family: v.optional(FamilySchema),
    level: v.optional(LinkLevelSchema),
    binding: v.optional(BindingSchema),
  }),
  response: getPage(HeldWalletSchema),
} as const satisfies HostEndpoint
