import { evmNetwork } from '#shared/evm-network.ts'
import type { Budget } from './budget.ts'
import type { Recognition } from './multisigs.ts'
import type { MultisigLocation } from './location.ts'
import type { Readings } from './readings.ts'

type ReadDeps = { readings: Readings; budget: Budget; tonNetwork: string }

/** Reads all locations in parallel. Chains that do not answer in time are listed in the result. */
export async function readFound(
  locations: readonly MultisigLocation[],
  { readings, budget, tonNetwork }: ReadDeps,
): Promise<Recognition> {
  const results = await Promise.all(
    locations.map(async (location) => ({
      location,
      reading: await budget.wait(readings.read(location)),
    })),
  )
  const silent = results.filter(({ reading }) => reading === 'unreachable' || reading === 'late')
  return {
    found: results.flatMap(({ reading }) => (typeof reading === 'string' ? [] : [reading])),
    unreachable: silent.map(({ location }) =>
      location.family === 'ton' ? tonNetwork : evmNetwork(location.chainId),
    ),
    hasLookalike: results.some(({ reading }) => reading === 'lookalike'),
    canList: true,
  }
}
