import {
  getCompatibilityFallbackHandlerDeployments,
  getExtensibleFallbackHandlerDeployment,
  getSafeL2SingletonDeployments,
  getSafeSingletonDeployments,
} from '@safe-global/safe-deployments'
import { describe, expect, test } from 'vitest'
import { acceptsMessages, singletonVersion } from '#server/chains/evm/safe-deployments.ts'

/** Versions that have been released, as the published list has them. */
const VERSIONS = ['1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.4.1', '1.5.0'] as const
/** From here on an address follows from the code, for every deployer and chain. */
const BY_CODE: ReadonlySet<string> = new Set(['1.3.0', '1.4.1', '1.5.0'])
/** A chain on which no Safe is published. */
const ANY_CHAIN = 31_337

type Deployments = ReturnType<typeof getSafeSingletonDeployments>

function getAddresses(deployments: Deployments): string[] {
  return Object.values(deployments?.deployments ?? {}).map(({ address }) => address)
}

function getSingletons(version: string): Deployments[] {
  return [getSafeSingletonDeployments({ version }), getSafeL2SingletonDeployments({ version })]
}

describe.for(VERSIONS)('our list of the singletons of Safe %s', (version) => {
  test('knows the singletons of the published list, on every chain of that list', () => {
    const published = getSingletons(version).flatMap((deployments) =>
      Object.entries(deployments?.networkAddresses ?? {}).flatMap(([chainId, addresses]) =>
        [addresses].flat().map((address) => [Number(chainId), address] as const),
      ),
    )
    expect(published.length).toBeGreaterThan(0)
    for (const [chainId, address] of published) {
      expect(singletonVersion(chainId, address), `${address} on ${chainId}`).toBe(version)
    }
  })

  test('knows a singleton elsewhere only where the address follows from the code', () => {
    for (const address of getSingletons(version).flatMap(getAddresses)) {
      expect(singletonVersion(ANY_CHAIN, address)).toBe(BY_CODE.has(version) ? version : null)
    }
  })
})

test('every handler that answers for owners’ signatures is a published one', () => {
  for (const version of ['1.3.0', '1.4.1', '1.5.0']) {
    const handlers = getCompatibilityFallbackHandlerDeployments({ version })?.deployments
    const { canonical, eip155 } = handlers ?? {}
    for (const handler of [canonical, eip155]) {
      if (handler !== undefined) expect(acceptsMessages(version, handler.address)).toBe(true)
    }
  }
  const extensible = getExtensibleFallbackHandlerDeployment({ version: '1.5.0' })
  expect(acceptsMessages('1.5.0', extensible?.deployments.canonical?.address ?? null)).toBe(true)
})
