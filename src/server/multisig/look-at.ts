import { evmNetwork } from '#shared/evm-network.ts'
import type { Budget } from './budget.ts'
import type { Recognition } from './multisigs.ts'
import type { ReadPlace } from './place-of.ts'
import type { Readings } from './readings.ts'

type Looking = { readings: Readings; budget: Budget; tonNetwork: string }

/** Looks at all the places at once; those that do not answer in time are told. */
export async function lookAt(
  places: readonly ReadPlace[],
  { readings, budget, tonNetwork }: Looking,
): Promise<Recognition> {
  const looked = await Promise.all(
    places.map(async (place) => ({ place, reading: await budget.wait(readings.read(place)) })),
  )
  const silent = looked.filter(({ reading }) => reading === 'unreachable' || reading === 'late')
  return {
    found: looked.flatMap(({ reading }) => (typeof reading === 'string' ? [] : [reading])),
    unreachable: silent.map(({ place }) =>
      place.family === 'ton' ? tonNetwork : evmNetwork(place.chainId),
    ),
    hasLookalike: looked.some(({ reading }) => reading === 'lookalike'),
    canList: true,
  }
}
