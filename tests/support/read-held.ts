import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { findWallets } from '#shared/api/host/host-wallet.ts'
import type { Family } from '#shared/wallet.ts'
import type { DemoStage } from './demo-stage.ts'

/** The holders of an address according to the host API. */
export async function readHeld({ demo }: Pick<DemoStage, 'demo'>, family: Family, address: string) {
  const key = await demo.makeApiKey({ name: `reader-${randomUUID()}`, scopes: ['wallets:read'] })
  const response = await fetch(`${demo.appUrl}/v1/wallets/${family}/${address}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return v.parse(findWallets.response, await response.json()).data
}
