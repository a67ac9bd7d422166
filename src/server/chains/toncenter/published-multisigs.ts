/**
 * Hash of multisig v2's code cell, in hex: `build/Multisig.compiled.json` at 9a4b13df of the repository below, which
 * never changes its own code.
 *
 * @see https://github.com/ton-blockchain/multisig-contract-v2
 */
export const PUBLISHED_MULTISIGS: readonly string[] = [
  'd3d14da9a627f0ec3533341829762af92b9540b21bf03665fac09c2b46eabbac',
]
