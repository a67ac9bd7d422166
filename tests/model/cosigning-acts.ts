import * as v from 'valibot'
import {
  type Act,
  ask,
  call,
  hasSession,
  inParts,
  outcomeOf,
  pickOne,
  type Picks,
  realOf,
  type Scene,
} from './acts.ts'
import * as cosignings from './cosignings.ts'
import { MULTISIG_ADDRESS } from './keys.ts'
import { type Model, type Owners, TON_KEYS } from './model.ts'

const MadeSchema = v.object({ id: v.string(), payload: v.string() })
/** Below what an account may start in a row. */
const STARTS = 4

export const lookUp: Act = (scene, { account }) => {
  if (!hasSession(scene, account)) return null
  const body = { family: 'ton', address: MULTISIG_ADDRESS }
  return {
    text: `account ${account} looks the multisig up`,
    run: call(scene, account, ['POST', '/api/multisigs', body]),
    rule: inParts(account, cosignings.LOOK_UP),
  }
}

/** Shows the owners who have let their names be shown. */
export const start: Act = (scene, { account }) => {
  const { world, model } = scene
  const started = world.started.get(account) ?? 0
  const isPossible = model.multisig !== null && started < STARTS
  if (!isPossible || !hasSession(scene, account) || !isOwner(scene, account)) return null
  return {
    text: `account ${account} starts a cosigning`,
    async run(at) {
      world.started.set(account, started + 1)
      const path = `/api/multisigs/${await world.findMultisig()}/cosigning`
      return outcomeOf(await ask(scene, account, { at, method: 'POST', path, body: {} }))
    },
    rule: inParts(account, cosignings.START),
  }
}

function isOwner({ model }: Scene, account: number): boolean {
  const member = model.sessions[account]?.member
  return model.wallets.some((one) => one.member === member && one.key < TON_KEYS)
}

/** Mostly one that is open. */
function pickCosigning({ model, names }: Scene, { thing }: Pick<Picks, 'thing'>) {
  const known = model.cosignings.filter(({ id }) => names.has(id))
  const open = known.filter(({ state, until }) => state === 'open' && until > model.now)
  return pickOne(thing < 4 && open.length > 0 ? open : known, thing % 2)
}

/** Mostly with the member's own wallet. */
function pickKey({ model }: Scene, { account, key, way }: Picks): number {
  const member = model.sessions[account]?.member
  const own = model.wallets.find((one) => one.member === member && one.key < TON_KEYS)
  return way % 4 === 3 ? key % TON_KEYS : (own?.key ?? key % TON_KEYS)
}

/** Starts to confirm, and proves at once. */
export const confirm: Act = (scene, pick) => {
  const { account, way } = pick
  const cosigning = pickCosigning(scene, pick)
  if (!cosigning || !hasSession(scene, account)) return null
  const { id } = cosigning
  const key = pickKey(scene, pick)
  const body = { family: 'ton', cosign: { code: realOf(scene, id), showsName: way % 2 === 0 } }
  return {
    text: `account ${account} confirms ${id} with key ${key}`,
    async run(at) {
      const { world } = scene
      const made = await ask(scene, account, { at, method: 'POST', path: '/api/attempts', body })
      if (made.status !== 201) return outcomeOf(made)
      const { id: attempt, payload } = v.parse(MadeSchema, made.body)
      const timestamp = Math.floor(world.clock.now / 1_000)
      const signed = world.signer(key).sign({ domain: world.domain, payload, timestamp })
      return call(scene, account, ['POST', `/api/attempts/${attempt}/proof`, signed])(at)
    },
    rule: inParts(account, [
      goOn(cosignings.startConfirming(id)),
      ...cosignings.confirm(findNewest(id), { key, problem: null }),
    ]),
  }
}

/** The part, after which another follows where it made something. */
const goOn =
  (part: cosignings.Part): cosignings.Part =>
  (model, member) => {
    const outcome = part(model, member)
    return outcome === '201' ? null : outcome
  }

const findNewest = (id: string) => (model: Model, member: string) =>
  model.attempts.findLast((one) => one.member === member && one.confirms === id)

/** Starts an attempt that confirms. The proof comes later, if at all. */
export const startConfirming: Act = (scene, pick) => {
  const { account } = pick
  const cosigning = pickCosigning(scene, pick)
  if (!cosigning || !hasSession(scene, account)) return null
  const { id } = cosigning
  const body = { family: 'ton', cosign: { code: realOf(scene, id), showsName: false } }
  return {
    text: `account ${account} starts to confirm ${id}`,
    run: call(scene, account, ['POST', '/api/attempts', body]),
    rule: inParts(account, [cosignings.startConfirming(id)]),
  }
}

function onCosigning(
  text: string,
  [method, suffix]: [string, string],
  part: (id: string) => cosignings.Part,
): Act {
  return (scene, pick) => {
    const { account } = pick
    const cosigning = pickCosigning(scene, pick)
    if (!cosigning || !hasSession(scene, account)) return null
    const { id } = cosigning
    return {
      text: `account ${account} ${text} ${id}`,
      run: call(scene, account, [method, `/api/cosign/${realOf(scene, id)}${suffix}`]),
      rule: inParts(account, [part(id)]),
    }
  }
}

export const withdraw: Act = onCosigning(
  'takes back its confirmation of',
  ['DELETE', '/confirmation'],
  cosignings.withdraw,
)
export const cancel: Act = onCosigning('cancels', ['DELETE', ''], cosignings.cancel)

/** Its starter is shown, and owners who have let their names be shown. */
export const see: Act = (scene, pick) => {
  const { account } = pick
  const cosigning = pickCosigning(scene, pick)
  if (!cosigning || !hasSession(scene, account)) return null
  const path = `/api/cosign/${realOf(scene, cosigning.id)}`
  return {
    text: `account ${account} opens ${cosigning.id}`,
    run: async (at) => outcomeOf(await ask(scene, account, { at, method: 'GET', path })),
    rule: inParts(account, cosignings.see(cosigning.id)),
  }
}

const BOTH: Owners = { owners: [0, 1], threshold: 2 }
/** The second owner gave way to somebody who is no member. */
const SWAPPED: Owners = { owners: [0], threshold: 1 }

export const changeOwners: Act = ({ world, model }) => {
  const shown = model.shown.threshold === BOTH.threshold ? SWAPPED : BOTH
  return {
    text: `${shown.threshold} of the owners ${shown.owners.join(' and ')} may act for the multisig from now on`,
    run() {
      world.showOwners(shown)
      return Promise.resolve('said')
    },
    rule(one) {
      one.shown = shown
      return 'said'
    },
  }
}
