import handler from '@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'
import signMessageLib from '@safe-global/safe-contracts/build/artifacts/contracts/libraries/SignMessageLib.sol/SignMessageLib.json'
import factory from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json'
import proxy from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json'
import singletonL2 from '@safe-global/safe-contracts/build/artifacts/contracts/SafeL2.sol/SafeL2.json'
import singleton from '@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json'
import { type Hex, isHex, parseAbi, type Address, concat, getCreate2Address } from 'viem'
import type { ChainLine } from './chain-line.ts'

/**
 * Safe's singleton factory: what is deployed through it has the same address on every chain.
 *
 * @see https://github.com/safe-global/safe-singleton-factory
 */
const SINGLETON_FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'
/** The same code, which anvil has from its start: the deterministic deployment proxy. */
const DEPLOYMENT_PROXY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const NO_SALT: Hex = `0x${'00'.repeat(32)}`

/** The shared contracts of a Safe, from the published build of Safe 1.4.1. Each is deployed once. */
export const SAFE_CODE = {
  singleton: getCode(singleton),
  singletonL2: getCode(singletonL2),
  factory: getCode(factory),
  handler: getCode(handler),
  signMessageLib: getCode(signMessageLib),
}

/** Addresses of the contracts of Safe 1.4.1, the same on the demo's chains as on real ones. */
export const SAFE_ADDRESSES = {
  singleton: addressEverywhere(SAFE_CODE.singleton),
  singletonL2: addressEverywhere(SAFE_CODE.singletonL2),
  factory: addressEverywhere(SAFE_CODE.factory),
  handler: addressEverywhere(SAFE_CODE.handler),
  signMessageLib: addressEverywhere(SAFE_CODE.signMessageLib),
}

/** The code that the factory deploys for every Safe. */
export const PROXY_CODE = getCode(proxy)

function getCode({ bytecode }: { bytecode: string }): Hex {
  if (!isHex(bytecode)) throw new Error('An artifact of Safe holds no code')
  return bytecode
}

/** The calls that the demo makes. */
export const SAFE_ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function VERSION() view returns (string)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
  'function nonce() view returns (uint256)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address prevModule, address module)',
  'function setGuard(address guard)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function signMessage(bytes data)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/** Deploys contracts where they are on real chains. @param codes code that makes a contract */
export async function deployEverywhereAlike(line: ChainLine, codes: readonly Hex[]): Promise<void> {
  const factory = await line.client.getCode({ address: DEPLOYMENT_PROXY })
  if (factory === undefined) throw new Error('This anvil has no deployment proxy')
  await line.placeCode(SINGLETON_FACTORY, factory)
  for (const code of codes)
    await line.send({ to: SINGLETON_FACTORY, data: concat([NO_SALT, code]) })
}

/** The address of such a contract. It depends only on the code. */
function addressEverywhere(code: Hex): Address {
  return getCreate2Address({ from: SINGLETON_FACTORY, salt: NO_SALT, bytecode: code })
}
