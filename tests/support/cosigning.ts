import { createAttempt } from '#shared/api/create-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { startCollection } from '#shared/api/start-collection.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import type { EvmChains, SignatureVerdict } from '#server/verify/evm-chain.ts'
import type { ReadMultisig, ReadSafe, ReadTonMultisig } from '#server/verify/multisig.ts'
import { ADA, ILYA, startAppServer, type Visitor } from './app-server.ts'
import { createEmptyEvmChains } from './evm-rpc.ts'
import { evmKeyOf, tonAddressOf } from './link-wallet.ts'

/* Owners of one multisig: Ada's wallet is the first, Ilya's the second, Mira's the third. */

const MIRA = { ...ILYA, id: 3003, first_name: 'Mira', username: 'mira' }
const OWNERS = [1, 2, 3]

/** 2 of 3 on Base. */
export const SAFE: ReadSafe = {
  family: 'evm',
  kind: 'safe',
  chainId: 8453,
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  version: '1.4.1',
  threshold: 2,
  owners: OWNERS.map((secret) => evmKeyOf(secret).address),
  modules: [],
  guard: null,
  canSign: true,
}

export const TREASURY: ReadTonMultisig = {
  family: 'ton',
  kind: 'multisig-v2',
  network: '-239',
  address: `0:${'7c'.repeat(32)}`,
  threshold: 2,
  owners: OWNERS.map(tonAddressOf),
  proposers: [tonAddressOf(4)],
}

type Options = {
  /** @default SAFE */
  multisig?: ReadMultisig
  starter?: typeof ADA
  /** What the Safe says of enough signatures. @default accepted */
  verdict?: SignatureVerdict
  /** @default in-app */
  evm?: EvmPolicy
}

/** The starter, Ilya unless told, asks the owners. All three have linked their wallets, and none has signed. */
export async function startCosigning(options: Options = {}) {
  const { multisig = SAFE, starter = ILYA, verdict = 'accepted', evm = 'in-app' } = options
  const server = await startAppServer({ evm, evmChains: createSafeChains(verdict) })
  const { tonChain, store, clock } = server.server
  tonChain.setMultisig(TREASURY.address, TREASURY)
  const ada = await visit(ADA, 1)
  const ilya = await visit(ILYA, 2)
  const mira = await visit(MIRA, 3)
  const { id } = await store.saveMultisig(multisig, clock.now)
  const { api } = starter.id === ADA.id ? ada : ilya
  const cosigning = await api.call(startCollection, { id, body: {} })
  const { code } = cosigning

  async function visit(account: typeof ADA, key: number) {
    const visitor = await server.visit(account)
    const { id: walletId } =
      multisig.family === 'evm' ? await visitor.linkEvm(key) : await visitor.linkTon(key)
    /** The owner signs, or agrees; the others see the name or not. */
    const sign = (showsName = false, by = key) =>
      signAs(visitor, { code, showsName, key: by, multisig })
    return { ...visitor, walletId, sign }
  }

  const message = cosigning.method === 'signatures' ? cosigning.message : ''
  return { server, ada, ilya, mira, code, message, multisigId: id }
}

type Signing = { code: string; showsName: boolean; key: number; multisig: ReadMultisig }

async function signAs(visitor: Visitor, { code, showsName, key, multisig }: Signing) {
  const { api } = visitor
  const cosign = { code, showsName }
  const attempt = await api.call(createAttempt, { body: { family: multisig.family, cosign } })
  if (attempt.family === 'ton') return visitor.prove(attempt, key)
  const { id } = attempt
  const owner = evmKeyOf(key)
  const account = { address: owner.address, chainId: SAFE.chainId }
  const { message } = await api.call(fixAccount, { id, body: account })
  if (message === null) throw new Error('there is no message to sign')
  const signature = await owner.signTypedData(safeTypedData(SAFE, message))
  return api.call(submitProof, { id, body: { signature } })
}

const isSafe = (chainId: number, address: string) =>
  chainId === SAFE.chainId && address === SAFE.address

/** Chains on which only {@link SAFE} stands. */
function createSafeChains(verdict: SignatureVerdict): EvmChains {
  return {
    ids: createEmptyEvmChains().ids,
    codeAt: async (...asked) => (isSafe(...asked) ? 'contract' : 'none'),
    readSafe: async (...asked) => (isSafe(...asked) ? SAFE : 'none'),
    isValidSignature: async () => verdict,
    areValidSignatures: async (_, questions) => questions.map(() => verdict),
  }
}
