import { Address } from '@ton/core'
import type { Hono } from 'hono'
import type { Hex } from 'viem'
import { multisigCodeHash } from '#demo/ton/multisig-contract.ts'
import { createToncenterRoutes } from '#demo/ton/toncenter-routes.ts'
import { createSafeService as createDemoSafeService } from '#demo/evm/safe-service.ts'
import { createSafeService } from '#server/chains/safe-service.ts'
import { createTonChain } from '#server/chains/ton.ts'
import { createToncenter } from '#server/chains/toncenter.ts'
import { createLog } from '#server/log/log.ts'
import type { OwnerConfirmation } from '#server/multisig/cosignings.ts'
import {
  createMultisigParts,
  type MultisigPartsDeps,
} from '#server/multisig/create-multisig-parts.ts'
import { verifyOwner } from '#server/multisig/verify-owner.ts'
import type { SignedCosigning, StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredSafe } from '#server/store/database/stored.ts'
import type { StoredMultisig, StoredUser } from '#server/store/database/stored.ts'
import type { StoredEvent } from '#server/store/database/stored-event.ts'
import { randomNonce } from '#server/proofs/random-nonce.ts'
import type { Store } from '#server/store/store.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import type { Binding } from '#shared/wallet.ts'
import {
  linkedWallet,
  NOON,
  proveByText,
  sampleEvmWallet,
  sampleProfile,
  sampleWallet,
} from '#tests/support/store-samples.ts'
import { ofSignatures } from '#tests/support/multisig-samples.ts'
import { ETHEREUM, type MultisigWorld, type TestOwner } from './multisig-world.ts'
import { createTestTelegramChats } from '#tests/support/telegram-chats.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'

const DAY_MS = 86_400_000
const PUBLIC_URL = 'https://app.example.com'

/** The multisig service over a store of its own, and the chains and the Transaction Service of the world. */
export type MultisigStage = Awaited<ReturnType<typeof setStage>>

type MultisigStageOptions = {
  /** Instead of a new database of SQLite. */
  store?: Store
  /** Whether a Transaction Service lists the Safes of a key. @default true */
  hasService?: boolean
  /** @default 10 000, because the machine may be slow */
  budgetMs?: number
  isEvmOff?: boolean
}

export async function setStage(world: MultisigWorld, choices: MultisigStageOptions = {}) {
  const clock = { now: NOON }
  const now = () => clock.now
  const store = choices.store ?? (await openTestStore())
  const reach = world.reach()
  const service = createDemoSafeService({
    chains: world.anvils,
    now,
    sleep: () => Promise.resolve(),
  })
  const { ton } = world
  ton.setReachable(true)
  const logLines: string[] = []
  const events = { count: 0 }
  const chats = createTestTelegramChats()
  const log = createLog('trace', { write: (line) => void logLines.push(line) })
  const deps = {
    store,
    tonChain: createTonChain({
      apis: [
        createToncenter({
          network: '-239',
          apiUrl: 'https://toncenter.example',
          apiKey: null,
          fetch: fetchFrom(createToncenterRoutes(ton)),
          retryDelayMs: 0,
          multisigCodes: [multisigCodeHash()],
        }),
      ],
      log,
    }),
    evmChains: choices.isEvmOff ? null : reach.evmChains,
    safeService:
      choices.hasService === false
        ? null
        : createSafeService({
            apiUrl: 'https://safe.example',
            apiKey: null,
            fetch: fetchFrom(service.routes),
            now,
          }),
    budgetMs: choices.budgetMs ?? 10_000,
    publicUrl: PUBLIC_URL,
    appName: 'Clasp',
    log,
    now,
    random: () => 0,
    onEvent: () => void (events.count += 1),
    chats,
  } satisfies MultisigPartsDeps
  const parts = createMultisigParts(deps)
  return {
    ...parts,
    /** The dependencies of its pollers, for those that the test makes. */
    deps: { ...deps, multisigs: parts.multisigs },
    ...getMembers(store),
    ...getConfirmations({ store, now, cosignings: parts.cosignings }),
    idle: () => parts.multisigs.idle(),
    /** Reads it again, and waits until its links are judged. */
    async check(multisig: StoredMultisig) {
      const refreshed = await parts.multisigs.readNow(multisig)
      await parts.multisigs.idle()
      return refreshed
    },
    world,
    clock,
    store,
    reach,
    service,
    ton,
    log,
    logLines,
    events,
    chats,
    /** The Safe at an address of Ethereum. */
    async recognise({ address }: { address: string }): Promise<StoredSafe> {
      const { found } = await parts.multisigs.at({ family: 'evm', address, chainId: ETHEREUM })
      return getFirst(found.filter((multisig) => multisig.family === 'evm'))
    },
    async recogniseTon(address: Address): Promise<StoredMultisig> {
      const raw = address.toRawString()
      const { found } = await parts.multisigs.at({ family: 'ton', address: raw })
      return getFirst(found)
    },
    /** All notifications that members still have to get. */
    async update(): Promise<StoredEvent[]> {
      const farAhead = clock.now + 10 * DAY_MS
      return (await store.leaseReceipts(farAhead, farAhead, 100)).map(({ event }) => event)
    },
    async hostEvents(): Promise<string[]> {
      const listed = await store.listHostEvents({ after: 0, limit: 100 })
      return listed.map(({ event }) => event.type)
    },
    async getWallets({ id }: StoredUser) {
      return store.listWallets(id)
    },
  }
}

/** A stage with a new Safe, for which Ann collects: the first of its owners. */
export async function setCosigning(
  world: MultisigWorld,
  owners: readonly [TestOwner, ...TestOwner[]],
  { threshold, ...options }: Parameters<MultisigWorld['createSafe']>[2] & { threshold: number },
) {
  const stage = await setStage(world)
  const safe = await world.createSafe(owners, threshold, options)
  const starter = await stage.owner('Ann', owners[0])
  const multisig = await stage.recognise(safe)
  return { stage, safe, starter, multisig, cosigning: await stage.started(starter, multisig) }
}

/** The answer of a mounted stand-in, as if it were a real service. */
function fetchFrom(routes: Hono): typeof fetch {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return routes.request(`${pathname}${search}`, init)
  }
}

function getMembers(store: Store) {
  const member = (firstName: string) =>
    store.saveUser(sampleProfile({ firstName, username: `${firstName.toLowerCase()}_test` }), NOON)
  return {
    member,
    /** A member with a linked wallet of this key. */
    async owner(firstName: string, key: { address: string }): Promise<StoredUser> {
      const user = await member(firstName)
      const { outcome } = await proveByText(store, user.id, sampleEvmWallet(key.address))
      linkedWallet(outcome)
      return user
    },
    async tonOwner(firstName: string, address: Address): Promise<StoredUser> {
      const user = await member(firstName)
      const wallet = sampleWallet({ address: address.toRawString(), binding: 'text' })
      linkedWallet((await proveByText(store, user.id, wallet)).outcome)
      return user
    },
  }
}

type AgreementStage = {
  store: Store
  now: () => number
  cosignings: ReturnType<typeof createMultisigParts>['cosignings']
}

/** The calls of owners who opened the link. */
function getConfirmations({ store, now, cosignings }: AgreementStage) {
  /** An attempt to confirm in the cosigning. */
  async function startConfirming(user: StoredUser, { code, multisig }: StoredCosigning) {
    const attempt = await store.createAttempt(
      {
        userId: user.id,
        family: multisig.family,
        nonce: randomNonce(),
        message: null,
        client: null,
        requestCode: null,
        cosign: { code, showsName: true },
        now: now(),
        expiresAt: now() + 600_000,
      },
      { limit: 100, since: 0 },
    )
    if (attempt === 'too-many-attempts') throw new Error('the limit of the tests is too low')
    return attempt
  }

  async function give(
    user: StoredUser,
    cosigning: StoredCosigning,
    confirmation: OwnerConfirmation,
  ) {
    const attempt = await startConfirming(user, cosigning)
    return cosignings.confirm(cosigning.code, { user, attempt, confirmation, showsName: true })
  }

  /** The owner's signature goes the way of one that came over HTTP. */
  async function confirm(user: StoredUser, cosigning: SignedCosigning, signed: OwnerSignature) {
    const verdict = await verify(cosigning, signed)
    return verdict.ok ? give(user, cosigning, verdict.confirmation) : verdict
  }

  return {
    startConfirming,
    confirm,
    /** The owner signs the data that the cosigning requires. */
    async sign(user: StoredUser, cosigning: StoredCosigning, key: TestOwner) {
      const asked = ofSignatures(cosigning)
      return confirm(user, asked, await signedBy(key, asked))
    },
    /** The owner has proven their wallet for this cosigning. */
    agree(user: StoredUser, cosigning: StoredCosigning, agreed: AgreementInput) {
      const { owner, binding = 'text' } = agreed
      const proof = sampleProof()
      return give(user, cosigning, { method: 'agreements', owner, binding, proof })
    },
    async started(user: StoredUser, multisig: StoredMultisig): Promise<StoredCosigning> {
      const started = await cosignings.start(user, { multisigId: multisig.id, requestCode: null })
      if (!started.ok) throw new Error(`not started: ${started.code}`)
      return started.cosigning
    },
    async found(code: string): Promise<StoredCosigning> {
      const cosigning = await store.findCosigning(code, now())
      if (!cosigning) throw new Error('there is no such collection')
      return cosigning
    },
  }
}

type AgreementInput = { owner: string; binding?: Binding }

/** A signature as a wallet sends it, and the owner who is said to have made it. */
type OwnerSignature = { owner: string; signature: Hex }

/** The signature of an owner's wallet under the cosigning's text. */
export async function signedBy(
  key: TestOwner,
  { multisig, message }: Pick<SignedCosigning, 'multisig' | 'message'>,
): Promise<OwnerSignature> {
  const signature = await key.signTypedData(safeTypedData(multisig, message))
  return { owner: key.address, signature }
}

function verify(cosigning: SignedCosigning, { owner, signature }: OwnerSignature) {
  const { chainId } = cosigning.multisig
  return verifyOwner(
    cosigning,
    {
      account: { address: owner, chainId },
      message: cosigning.message,
      signature,
      telegramId: cosigning.starter.telegramId,
    },
    NO_CHAINS,
  )
}

/** A verified signature of the owner. */
export async function verifiedBy(
  key: TestOwner,
  cosigning: SignedCosigning,
): Promise<OwnerConfirmation> {
  const verdict = await verify(cosigning, await signedBy(key, cosigning))
  if (!verdict.ok) throw new Error(`not verified: ${verdict.code}`)
  return verdict.confirmation
}

/** A signature for a Safe is checked without its chain. */
const NO_CHAINS = {
  codeAt: () => Promise.reject(new Error('no chain is asked')),
  isValidSignature: () => Promise.reject(new Error('no chain is asked')),
  readAcceptance: () => Promise.reject(new Error('no chain is asked')),
}

function getFirst<Found>(found: readonly Found[]): Found {
  const [multisig] = found
  if (!multisig) throw new Error('no multisig was recognised')
  return multisig
}

/** A TON account without a key, for every number. */
export function tonAccount(number: number): Address {
  const hash = Buffer.alloc(32, 0xa5)
  hash.writeUInt32BE(number)
  return new Address(0, hash)
}

/** The cosigning after a confirmation, which must have been accepted. */
export function taken(outcome: { ok: boolean; cosigning?: StoredCosigning }): StoredCosigning {
  if (!outcome.ok || !outcome.cosigning) throw new Error(`not taken: ${JSON.stringify(outcome)}`)
  return outcome.cosigning
}
