import { addressEverywhere } from './deploy-everywhere-alike.ts'
import { SAFE_CODE } from './safe-contracts.ts'

/** Addresses of the contracts of Safe 1.4.1, the same on the demo's chains as on real ones. */
export const SAFE_ADDRESSES = {
  singleton: addressEverywhere(SAFE_CODE.singleton),
  singletonL2: addressEverywhere(SAFE_CODE.singletonL2),
  factory: addressEverywhere(SAFE_CODE.factory),
  handler: addressEverywhere(SAFE_CODE.handler),
  signMessageLib: addressEverywhere(SAFE_CODE.signMessageLib),
}
