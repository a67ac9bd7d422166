import handler from '@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json' with { type: 'json' }
import signMessageLib from '@safe-global/safe-contracts/build/artifacts/contracts/libraries/SignMessageLib.sol/SignMessageLib.json' with { type: 'json' }
import factory from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json' with { type: 'json' }
import proxy from '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json' with { type: 'json' }
import singleton from '@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json' with { type: 'json' }
import { type Hex, isHex, parseAbi } from 'viem'

/** What Safe 1.4.1's own build put on the chains. */
export const SAFE_CODE = {
  singleton: codeOf(singleton),
  factory: codeOf(factory),
  proxy: codeOf(proxy),
  handler: codeOf(handler),
  signMessageLib: codeOf(signMessageLib),
}

function codeOf({ bytecode }: { bytecode: string }): Hex {
  if (!isHex(bytecode)) throw new Error('An artifact of Safe holds no code')
  return bytecode
}

/** The calls that the demo makes. */
export const SAFE_ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function getOwners() view returns (address[])',
  'function nonce() view returns (uint256)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function signMessage(bytes data)',
])
