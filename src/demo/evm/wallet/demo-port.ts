import { isAddress } from 'viem'
import * as v from 'valibot'
import { createTreasuryPort } from './treasury-port.ts'
import type { DemoPort } from './wallet.ts'

const SafeSchema = v.object({
  chainId: v.number(),
  address: v.custom<`0x${string}`>((value) => typeof value === 'string' && isAddress(value)),
})

type DemoPortOptions = {
  /** Where the demo's own calls are. */
  demoUrl: string
  /** The Transaction Service of the treasury's chain, to before `/v1`. */
  serviceUrl: string
}

export function createDemoPort(options: DemoPortOptions): DemoPort {
  const { demoUrl } = options
  return {
    treasury: createTreasuryPort(options),
    async findSafe(owner) {
      const response = await fetch(`${demoUrl}/safes/${owner}`, { method: 'PUT' }).catch(() => null)
      return response?.ok === true ? v.parse(SafeSchema, await response.json()) : null
    },
    async disturbRelay(how, except) {
      await fetch(`${demoUrl}/relay/${how}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ except }),
      })
    },
  }
}
