import type { SignatureVerdict } from '#proof/chain.ts'
import { getAddress } from 'viem'
import { afterAll } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { EvmPolicy } from '#shared/boot.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import type { ReadMultisig, ReadSafe, ReadTonMultisig } from '#server/chains/read-multisig.ts'
import { serveApp, type Visitor } from './app-server.ts'
import { createEvmWorld, type FakeEvmWorld } from './evm-rpc.ts'
import { createFakeTelegram } from './fake-telegram.ts'
import { createFakeWalletConnector } from './fake-wallet-connector.ts'
import { getEvmKey, getTonAddress } from './link-wallet.ts'
import { openMemberApp } from './open-member-app.tsx'
import { startTestServer, type TestServer } from './test-server.ts'
import { ADA, ILYA, NEGAR, type TestAccount } from './people.ts'

/** A multisig, by default a Safe: 2 of 3, on Base, without modules and guard. The fields change that. */
type CosigningSample =
  | { family?: 'evm'; change?: Partial<ReadSafe> }
  | { family: 'ton'; change?: Partial<ReadTonMultisig> }

type Options = {
  /** Where EVM wallets are connected. @default in-app */
  evm?: EvmPolicy
  /** The Safe's verdict on enough signatures. @default accepted */
  verdict?: SignatureVerdict
} & CosigningSample

/** The starter of the cosigning. @default ilya */
type CosigningOptions = Options & { starter?: 'ada' | 'ilya' }

type Running = { running: TestServer; world: FakeEvmWorld }

/**
 * Owners of multisigs on servers that the tests of a file share, one for each policy. The servers stop with the file.
 * The owners, their wallets and their multisig are new each time.
 */
export function shareOwnersServers() {
  const started = new Map<EvmPolicy, Promise<Running>>()
  const noon = { ms: 0 }
  let gathered = 0
  afterAll(async () => {
    for (const { running } of await Promise.all(started.values())) await running.close()
  })

  function serverFor(evm: EvmPolicy): Promise<Running> {
    const running = started.get(evm) ?? startServer(evm)
    started.set(evm, running)
    return running
  }

  /** Ada's wallet is the first owner, Ilya's the second, Negar's the third. All have linked theirs. */
  async function gatherOwners({ evm = 'in-app', verdict = 'accepted', ...options }: Options = {}) {
    const { running, world } = await serverFor(evm)
    noon.ms ||= running.clock.now
    running.clock.now = noon.ms
    gathered += 1
    const multisig = sampleMultisig(gathered, options)
    const server = serveApp(running)
    world.reset()
    if (multisig.family === 'evm') world.setSafe(multisig, verdict)
    else running.tonChain.setMultisig(multisig.address, multisig)
    const { id: multisigId } = await running.store.saveMultisig(multisig, running.clock.now)
    const [adaKey, ilyaKey, negarKey] = getKeys(gathered)

    async function visit(person: TestAccount, key: number) {
      const account = { ...person, id: person.id + gathered * 10_000 }
      const visitor = await server.visit(account)
      const { id: walletId, address } =
        multisig.family === 'evm' ? await visitor.linkEvm(key) : await visitor.linkTon(key)
      const wallet = server.evmWallet(key)
      /** Adds a confirmation to this cosigning. */
      const signIn = (code: string, showsName = false, by = key) =>
        signAs(visitor, { code, showsName, key: by, multisig })
      return { ...visitor, account, key, walletId, address, wallet, signIn }
    }

    const ada = await visit(ADA, adaKey)
    return {
      server,
      world,
      multisig,
      multisigId,
      ada,
      ilya: await visit(ILYA, ilyaKey),
      negar: await visit(NEGAR, negarKey),
      /** The key of the member who may only propose. */
      proposerKey: getProposer(gathered),
      /** Changes the Safe and makes its earlier reading too old. */
      become: (change: Partial<ReadSafe>, now: SignatureVerdict = verdict): void => {
        if (multisig.family === 'evm') world.setSafe({ ...multisig, ...change }, now)
        running.clock.now += LATER_MS
      },
      /** The answer of Ada's wallet after it has signed this for the Safe. */
      signFor: async (message: string) => ({
        kind: 'signature' as const,
        signature: await getSignature({ key: adaKey, message, multisig }),
      }),
      /** Opens the app as Ada. Where EVM wallets are offered, a test drives one. */
      openApp: (options: Parameters<typeof openMemberApp>[1] = {}) => {
        const telegram = createFakeTelegram({ launch: server.launch(ada.account) })
        const evm = createFakeWalletConnector()
        const own = { telegram, evm: server.boot.evm && evm }
        return Object.assign(openMemberApp(server, { ...own, ...options }), { evm })
      },
    }
  }

  /** Starts a cosigning that no owner has signed. */
  async function startCosigningStage({ starter = 'ilya', ...options }: CosigningOptions = {}) {
    const owners = await gatherOwners(options)
    const { multisig, multisigId: id } = owners
    const opened = await owners[starter].api.call(startCosigning, { id, body: {} })
    const { code } = opened
    const among = (owner: (typeof owners)['ada']) => ({
      ...owner,
      /** Starts to sign without finishing. */
      begin: () => startConfirmation(owner, { code, multisig }),
      /** Signs in the attempt that was started. */
      async finish(id: string) {
        const attempt = await owner.api.call(getAttempt, { id })
        return addConfirmation(owner, { attempt, key: owner.key, multisig })
      },
      /** Adds a confirmation. `showsName` decides whether the others see the name. */
      sign: (showsName?: boolean, key?: number) => owner.signIn(code, showsName, key),
    })
    return {
      ...owners,
      ada: among(owners.ada),
      ilya: among(owners.ilya),
      negar: among(owners.negar),
      code,
      message: opened.method === 'signatures' ? opened.message : '',
    }
  }

  return { gatherOwners, startCosigningStage }
}

/** Older than any reading of a multisig that is still shown. */
const LATER_MS = 61_000

async function startServer(evm: EvmPolicy): Promise<Running> {
  const world = createEvmWorld()
  const { chains: evmChains, safeService } = world
  return { running: await startTestServer({ evm, evmChains, safeService }), world }
}

const getKeys = (gathered: number) => [4 * gathered, 4 * gathered + 1, 4 * gathered + 2] as const
const getProposer = (gathered: number) => 4 * gathered + 3

function sampleMultisig(gathered: number, sample: CosigningSample): ReadMultisig {
  const keys = getKeys(gathered)
  const place = gathered.toString(16).padStart(4, '0')
  if (sample.family === 'ton') {
    return {
      family: 'ton',
      kind: 'multisig-v2',
      network: '-239',
      address: `0:${'7c'.repeat(30)}${place}`,
      threshold: 2,
      owners: keys.map(getTonAddress),
      proposers: [getTonAddress(getProposer(gathered))],
      ...sample.change,
    }
  }
  return {
    family: 'evm',
    kind: 'safe',
    chainId: 8453,
    address: getAddress(`0x${'5f'.repeat(18)}${place}`),
    version: '1.4.1',
    threshold: 2,
    owners: keys.map((key) => getEvmKey(key).address),
    modules: [],
    guard: null,
    canSign: true,
    ...sample.change,
  }
}

/** The short form of an EVM address in a line. */
export const getShort = (address = '') => `${address.slice(0, 6)}…${address.slice(-4)}`

type ConfirmationOptions = { code: string; showsName?: boolean; multisig: ReadMultisig }

async function signAs(
  visitor: Visitor,
  { key, ...confirmation }: ConfirmationOptions & { key: number },
) {
  const attempt = await startConfirmation(visitor, confirmation)
  return addConfirmation(visitor, { attempt, key, multisig: confirmation.multisig })
}

function startConfirmation(
  { api }: Visitor,
  { code, showsName = false, multisig }: ConfirmationOptions,
) {
  const { family } = multisig
  return api.call(createAttempt, { body: { family, cosign: { code, showsName } } })
}

type Giving = { attempt: Attempt; key: number; multisig: ReadMultisig }

async function addConfirmation(visitor: Visitor, { attempt, key, multisig }: Giving) {
  if (attempt.family === 'ton') return visitor.prove(attempt, key)
  const { id } = attempt
  const account = { address: getEvmKey(key).address, chainId: 8453 }
  const { message } = await visitor.api.call(fixAccount, { id, body: account })
  if (message === null) throw new Error('there is no message to sign')
  const signature = await getSignature({ key, message, multisig })
  return visitor.api.call(submitProof, { id, body: { signature } })
}

type TextSignature = { key: number; message: string; multisig: ReadMultisig }

function getSignature({ key, message, multisig }: TextSignature): Promise<string> {
  if (multisig.family === 'ton') throw new Error('a TON multisig takes no signatures')
  return getEvmKey(key).signTypedData(safeTypedData(multisig, message))
}

type OwnersServers = ReturnType<typeof shareOwnersServers>
export type CosigningStage = Awaited<ReturnType<OwnersServers['startCosigningStage']>>
export type GatheredOwners = Awaited<ReturnType<OwnersServers['gatherOwners']>>
