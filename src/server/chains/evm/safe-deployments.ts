/**
 * The published deployments of Safe, whose code distinguishes a genuine Safe from a lookalike. The singletons and
 * handlers are those of safe-deployments at d0989c95. 1.3.0 and later have their addresses by CREATE2, so the same code
 * is there on every chain; older ones have theirs by their deployer's account.
 *
 * @see https://github.com/safe-global/safe-deployments/tree/main/src/assets
 */
type Singleton = {
  version: string
  /** Chains on which it was published; null where the address follows from the code. */
  chains: readonly number[] | null
}

const byCode = (version: string): Singleton => ({ version, chains: null })

/** By checksummed address. */
const SINGLETONS: ReadonlyMap<string, Singleton> = new Map([
  [
    '0xb6029EA3B2c51D09a50B53CA8012FeEB05bDa35A',
    { version: '1.0.0', chains: [1, 4, 5, 42, 100, 369] },
  ],
  [
    '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F',
    { version: '1.1.1', chains: [1, 4, 5, 42, 88, 100, 246, 369, 73_799] },
  ],
  [
    '0x6851D6fDFAfD08c0295C392436245E5bc78B0185',
    { version: '1.2.0', chains: [1, 4, 5, 42, 88, 100, 246, 369, 73_799] },
  ],
  // canonical, eip155 and zksync: of each pair, the second (L2) emits more events
  ['0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', byCode('1.3.0')],
  ['0x3E5c63644E683549055b9Be8653de26E0B4CD36E', byCode('1.3.0')],
  ['0x69f4D1788e39c87893C980c06EdF4b7f686e2938', byCode('1.3.0')],
  ['0xfb1bffC9d739B8D520DaF37dF666da4C687191EA', byCode('1.3.0')],
  ['0xB00ce5CCcdEf57e539ddcEd01DF43a13855d9910', byCode('1.3.0')],
  ['0x1727c2c531cf966f902E5927b98490fDFb3b2b70', byCode('1.3.0')],
  // canonical and zksync
  ['0x41675C099F32341bf84BFc5382aF534df5C7461a', byCode('1.4.1')],
  ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', byCode('1.4.1')],
  ['0xC35F063962328aC65cED5D4c3fC5dEf8dec68dFa', byCode('1.4.1')],
  ['0x610fcA2e0279Fa1F8C00c8c2F71dF522AD469380', byCode('1.4.1')],
  // canonical
  ['0xFf51A5898e281Db6DfC7855790607438dF2ca44b', byCode('1.5.0')],
  ['0xEdd160fEBBD92E350D4D398fb636302fccd67C7e', byCode('1.5.0')],
])

/** Version of the published singleton at this address of a chain; null for any other contract. */
export function singletonVersion(chainId: number, address: string): string | null {
  const singleton = SINGLETONS.get(address)
  if (singleton === undefined) return null
  const isPublished = singleton.chains === null || singleton.chains.includes(chainId)
  return isPublished ? singleton.version : null
}

/**
 * Handlers through which a Safe answers ERC-1271 for messages that its owners signed off the chain. The callback
 * handler of 1.1.1 is not one: before 1.3.0 a Safe knew only an earlier draft of that standard. Those of EraVM chains
 * are left out, because `signature-probe.ts` cannot query contracts there.
 */
const SIGNING_HANDLERS: ReadonlySet<string> = new Set([
  // CompatibilityFallbackHandler 1.3.0: canonical, eip155
  '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4',
  '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804',
  // 1.4.1
  '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  // 1.5.0, and ExtensibleFallbackHandler 1.5.0
  '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4',
  '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3',
  // Safe4337Module 0.2.0 and 0.3.0 (safe-modules-deployments at 0542a79b), which contain the handler of 1.4.1
  '0xa581c4A4DB7175302464fF3C06380BC3270b4037',
  '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
])
/** Versions that query the handler for ERC-1271 in its current form. */
const SIGNING_VERSIONS: ReadonlySet<string> = new Set(['1.3.0', '1.4.1', '1.5.0'])

/** Whether a Safe with this handler accepts messages that its owners sign. */
export function acceptsMessages(version: string, handler: string | null): boolean {
  return handler !== null && SIGNING_VERSIONS.has(version) && SIGNING_HANDLERS.has(handler)
}
