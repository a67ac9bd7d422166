import { isAddress } from 'viem'
import * as v from 'valibot'
import type { DemoPort } from './wallet.ts'

const SafeSchema = v.object({
  chainId: v.number(),
  address: v.custom<`0x${string}`>((value) => typeof value === 'string' && isAddress(value)),
})

/** The demo's own calls, behind `baseUrl`. */
export function createDemoPort(baseUrl: string): DemoPort {
  return {
    async safeOf(owner) {
      const response = await fetch(`${baseUrl}/safes/${owner}`, { method: 'PUT' }).catch(() => null)
      return response?.ok === true ? v.parse(SafeSchema, await response.json()) : null
    },
    async disturbRelay(how, except) {
      await fetch(`${baseUrl}/relay/${how}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ except }),
      })
    },
  }
}
