import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, type Hex, concat, numberToHex, pad } from 'viem'
import * as v from 'valibot'
import { type Safes } from '#demo/evm/safe.ts'
import { type SafeAccount, signAsSafe, signByOwners } from '#demo/evm/sign-as-safe.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { listUserWallets } from '#shared/api/host/host-wallet.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { hashForSafe, textHash } from '#shared/safe-message.ts'
import { placeCode, placeHandler } from '#tests/support/evm-contracts.ts'
import {
  hiddenModule,
  hiddenOwner,
  openModule,
  placeWriter,
} from '#tests/support/hidden-authority.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { getBody, send } from '../requesting-harness.ts'
import { ALWAYS_YES, evmCalls, getKey, getSecret, startSafeWorld } from '../evm-harness.ts'
import { ADA, ILYA, NEGAR, type TestAccount } from '#tests/support/people.ts'

const MALLORY: TestAccount = {
  id: 100009,
  first_name: 'Mallory',
  username: 'mallory',
  language_code: 'en',
}

/** Answers `0x20c13b0b`, as Safe wants it of owners that are contracts (the draft of ERC-1271). */
const OWNER_SAYS_YES: Hex = '0x6320c13b0b60e01b60005260206000f3'

/** Three members who own nothing together, and two keys of Mallory that no list shows. */
const [one, two, three] = [getKey(21), getKey(22), getKey(23)]
const members = [ADA, ILYA, NEGAR] as const
const owners = [one.address, two.address, three.address]
const HIDDEN = [31, 32]

const world = shareAmongTests(startSafeWorld)
let module: Awaited<ReturnType<typeof openModule>>
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let tokens: { ada: string; ilya: string; negar: string; mallory: string }

beforeAll(async () => void (module = await openModule(world().anvil)))
beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  const [ada, ilya, negar, mallory] = [
    await server.signIn(ADA),
    await server.signIn(ILYA),
    await server.signIn(NEGAR),
    await server.signIn(MALLORY),
  ]
  tokens = { ada, ilya, negar, mallory }
  await calls.link(ada, one)
  await calls.link(ilya, two)
  await calls.link(negar, three)
})

/** A Safe "2 of 3" of the three members, whose `setup` ran Mallory's code. */
async function createTrap(
  setupCode?: Address,
  change: Partial<Parameters<Safes['create']>[0]> = {},
) {
  const ran = setupCode === undefined ? {} : { setupCode }
  return world().createSafe({ owners, ...ran, ...change })
}

const writeHidden = () =>
  placeWriter(
    world().anvil,
    HIDDEN.map((number) => hiddenOwner(getKey(number).address)),
  )
const writeModule = () => placeWriter(world().anvil, [hiddenModule(module.address)])

type SignFor = (safe: SafeAccount, message: string) => Promise<Hex>

/** Mallory connects the Safe, and it accepts Mallory's text. */
async function linkAs(token: string, safe: SafeAccount, sign: SignFor) {
  const { id, message } = await calls.fixed(token, safe)
  return calls.prove(token, id, await sign(safe, message))
}

const byHiddenOwners: SignFor = (safe, message) => signAsSafe(safe, message, HIDDEN.map(getSecret))
const byListedOwners: SignFor = (safe, message) =>
  signAsSafe(safe, message, [getSecret(21), getSecret(23)])
const byModule: SignFor = async (safe, message) => {
  await module.signOnChain(safe, textHash(message))
  return '0x'
}
const byApprovals: SignFor = (safe, message) =>
  module.approveFor(safe, textHash(message), [one.address, two.address])

const byListedAndHidden: SignFor = (account, message) =>
  signAsSafe(account, message, [getSecret(22), getSecret(31)])
const byListedOnChain: SignFor = async (account, message) => {
  await world().safes.signOnChain(account, message, [getSecret(21), getSecret(22)])
  return '0x'
}
const byEthSign: SignFor = (account, message) => {
  const raw = hashForSafe(account, textHash(message))
  return signByOwners([getSecret(21), getSecret(22)], async (owner) => {
    const signature = await owner.signMessage({ message: { raw } })
    const last = Number.parseInt(signature.slice(-2), 16) + 4
    return `0x${signature.slice(2, -2)}${last.toString(16)}`
  })
}

async function getSigner({ id }: { id: number }): Promise<unknown[]> {
  const response = await server.call('GET', `/v1/users/${id}/wallets`, {
    token: await server.newKey(),
  })
  const { wallets } = v.parse(listUserWallets.response, await response.json())
  return wallets.flatMap((wallet) => wallet.signerOf)
}

const CONTRACT = {
  state: 'linked',
  multisig: null,
  wallet: { kind: 'contract', level: 'account', binding: 'hash', multisig: null },
}

async function expectNobodySigns(): Promise<void> {
  for (const member of members) expect(await getSigner(member)).toEqual([])
}

describe('a Safe of three unaware members', () => {
  test('attack: its setup() wrote owners that no list shows, and they sign', async () => {
    const safe = await createTrap(await writeHidden())
    expect((await world().safes.read(safe)).owners).toEqual(owners)
    expect((await linkAs(tokens.mallory, safe, byHiddenOwners)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: one listed owner signs with one that no list shows', async () => {
    const safe = await createTrap(await writeHidden())
    expect((await linkAs(tokens.mallory, safe, byListedAndHidden)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: a module that no list shows signs the message on the chain', async () => {
    const safe = await createTrap(await writeModule())
    expect((await world().safes.read(safe)).modules).toEqual([])
    expect((await linkAs(tokens.mallory, safe, byModule)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: a module that no list shows approves the hash in the name of listed owners', async () => {
    const safe = await createTrap(await writeModule())
    expect((await linkAs(tokens.mallory, safe, byApprovals)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: a listed owner is a contract that says yes to anything', async () => {
    const yes: Address = '0x00000000000000000000000000000000c0ffee21'
    await placeCode(world().anvil, yes, OWNER_SAYS_YES)
    const safe = await createTrap(undefined, { owners: [yes, ...owners], threshold: 1 })
    const byContract: SignFor = () =>
      // Safe reads v = 0 as: the owner in r is a contract, whose own signature starts at s.
      Promise.resolve(concat([pad(yes), pad(numberToHex(65)), '0x00', pad(numberToHex(0))]))
    expect((await linkAs(tokens.mallory, safe, byContract)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: its fallback handler is Mallory’s own', async () => {
    const safe = await createTrap()
    const address: Address = '0x00000000000000000000000000000000c0ffee22'
    await placeHandler(world().anvil, safe.address, { address, code: ALWAYS_YES })
    const linked = await linkAs(tokens.mallory, safe, () => Promise.resolve('0x1234'))
    expect(linked.json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })

  test('attack: after Mallory unlinks it or looks it up, still nobody is shown as its signer', async () => {
    const safe = await createTrap(await writeHidden())
    await linkAs(tokens.mallory, safe, byHiddenOwners)
    const [linked] = await calls.getWallets(tokens.mallory)
    await server.call('DELETE', `/api/wallets/${linked?.id}`, { token: tokens.mallory })
    const body = { family: 'evm', address: safe.address }
    const found = await getBody(
      await send(server, lookUpMultisig, { token: tokens.mallory, body }),
      lookUpMultisig,
    )
    await expectNobodySigns()
    const [wallet] = await calls.getWallets(tokens.ada)
    const listed = await send(server, listMultisigs, { token: tokens.ada, id: wallet?.id ?? '' })
    expect((await getBody(listed, listMultisigs)).multisigs).toEqual([])
    const id = found.multisigs[0]?.id ?? ''
    const seen = await getBody(
      await send(server, getMultisig, { token: tokens.ada, id }),
      getMultisig,
    )
    expect(seen.level).toBeNull()
  })

  test('is linked as a contract without owners by a message signed on the chain, because nothing says who signed', async () => {
    const safe = await createTrap()
    expect((await linkAs(tokens.mallory, safe, byListedOnChain)).json).toMatchObject(CONTRACT)
    await expectNobodySigns()
  })
})

describe('a Safe whose listed owners sign', () => {
  test('is linked with its owners, who are its signers', async () => {
    const safe = await createTrap()
    expect((await linkAs(tokens.ada, safe, byListedOwners)).json).toMatchObject({
      wallet: { kind: 'safe', binding: 'hash', multisig: { threshold: 2, ownerCount: 3 } },
    })
    for (const member of members)
      expect(await getSigner(member)).toMatchObject([{ address: safe.address, threshold: 2 }])
  })

  test('is recognised again after something else had confirmed it', async () => {
    const safe = await createTrap(await writeModule())
    await linkAs(tokens.mallory, safe, byModule)
    await expectNobodySigns()
    expect((await linkAs(tokens.ada, safe, byListedOwners)).json).toMatchObject({
      wallet: { kind: 'safe', multisig: { threshold: 2, ownerCount: 3 } },
    })
    expect(await getSigner(ILYA)).toMatchObject([{ address: safe.address }])
    expect(await calls.getWallets(tokens.mallory)).toMatchObject([
      { kind: 'contract', multisig: null },
    ])
  })

  test('is linked by eth_sign, which Safe marks with v 31 and 32', async () => {
    const safe = await createTrap()
    expect((await linkAs(tokens.ada, safe, byEthSign)).json).toMatchObject({
      wallet: { kind: 'safe', binding: 'hash', multisig: { threshold: 2 } },
    })
  })
})
