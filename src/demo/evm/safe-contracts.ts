import handler from '@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json' with { type: 'json' }
import signMessageLib from '@safe-global/safe-contracts/build/artifacts/contracts/libraries/SignMessageLib.sol/SignMessageLib.json' with { type: 'json' }
import factory from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json' with { type: 'json' }
import proxy from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json' with { type: 'json' }
import singletonL2 from '@safe-global/safe-contracts/build/artifacts/contracts/SafeL2.sol/SafeL2.json' with { type: 'json' }
import singleton from '@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json' with { type: 'json' }
import { type Hex, isHex, parseAbi } from 'viem'

/** The shared contracts of a Safe, from the published build of Safe 1.4.1. Each is deployed once. */
export const SAFE_CODE = {
  singleton: getCode(singleton),
  singletonL2: getCode(singletonL2),
  factory: getCode(factory),
  handler: getCode(handler),
  signMessageLib: getCode(signMessageLib),
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
