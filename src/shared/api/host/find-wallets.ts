import * as v from 'valibot'
import { type HostEndpoint, PageQuerySchema, getPage } from './host-endpoint.ts'
import { FamilySchema } from '../../wallet.ts'
import { HeldWalletSchema } from './host-wallet.ts'

/**
 * Finds who has the wallet at this address. TON: raw or friendly, on the server's network.
 * EVM: on every chain, in any letter case.
 */
export const findWallets = {
  method: 'GET',
  path: '/v1/wallets/:family/:address',
  scope: 'wallets:read',
  params: v.strictObject({
    family: FamilySchema,
    address: v.pipe(v.string(), v.regex(/^[\w:+/=-]{1,80}$/)),
  }),
  query: PageQuerySchema,
  response: getPage(HeldWalletSchema),
} as const satisfies HostEndpoint
