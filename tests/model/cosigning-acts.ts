import {
  type ModelAct,
  type Aimed,
  ask,
  call,
  hasSession,
  inParts,
  outcomeOf,
  pickOne,
  type Picks,
  realOf,
  type Scene,
  startAndProve,
} from './acts.ts'
import * as cosignings from './cosignings.ts'
import { MULTISIG_ADDRESS } from './keys.ts'
import { type Model, type Owners, TON_KEYS } from './model.ts'

/** Below what an account may start in a row. */
const STARTS = 4

export const lookUp: ModelAct = (scene, { account }) => {
  if (!hasSession(scene, account)) return null
  const body = { family: 'ton', address: MULTISIG_ADDRESS }
  return {
    text: `account ${account} looks the multisig up`,
    run: call(scene, account, ['POST', '/api/multisigs', body]),
    rule: inParts(account, cosignings.LOOK_UP),
  }
}

/** Shows the owners who have let their names be shown. */
export const start: ModelAct = (scene, { account }) => {
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

/** What a member does to a cosigning, where there is one. */
function onCosigning(aim: (scene: Scene, pick: Picks, id: string) => Aimed): ModelAct {
  return (scene, pick) => {
    const cosigning = pickCosigning(scene, pick)
    return cosigning && hasSession(scene, pick.account) ? aim(scene, pick, cosigning.id) : null
  }
}

const confirming = (scene: Scene, id: string, showsName: boolean) =>
  ({ family: 'ton', cosign: { code: realOf(scene, id), showsName } }) as const

/** Starts to confirm, and proves at once. */
export const confirm: ModelAct = onCosigning((scene, pick, id) => {
  const { account, way } = pick
  const key = pickKey(scene, pick)
  const body = confirming(scene, id, way % 2 === 0)
  return {
    text: `account ${account} confirms ${id} with key ${key}`,
    run: (at) => startAndProve(scene, account, { at, body, key }),
    rule: inParts(account, [
      goOn(cosignings.startConfirming(id)),
      ...cosignings.confirm(findNewest(id), { key, problem: null }),
    ]),
  }
})

/** The part, after which another follows where it made something. */
const goOn =
  (part: cosignings.MemberPart): cosignings.MemberPart =>
  (model, member) => {
    const outcome = part(model, member)
    return outcome === '201' ? null : outcome
  }

const findNewest = (id: string) => (model: Model, member: string) =>
  model.attempts.findLast((one) => one.member === member && one.confirms === id)

/** Starts an attempt that confirms. The proof comes later, if at all. */
export const startConfirming: ModelAct = onCosigning((scene, { account }, id) => ({
  text: `account ${account} starts to confirm ${id}`,
  run: call(scene, account, ['POST', '/api/attempts', confirming(scene, id, false)]),
  rule: inParts(account, [cosignings.startConfirming(id)]),
}))

const pathOf = (scene: Scene, id: string) => `/api/cosign/${realOf(scene, id)}`

export const withdraw: ModelAct = onCosigning((scene, { account }, id) => ({
  text: `account ${account} takes back its confirmation of ${id}`,
  run: call(scene, account, ['DELETE', `${pathOf(scene, id)}/confirmation`]),
  rule: inParts(account, [cosignings.withdraw(id)]),
}))

export const cancel: ModelAct = onCosigning((scene, { account }, id) => ({
  text: `account ${account} cancels ${id}`,
  run: call(scene, account, ['DELETE', pathOf(scene, id)]),
  rule: inParts(account, [cosignings.cancel(id)]),
}))

/** Its starter is shown, and owners who have let their names be shown. */
export const see: ModelAct = onCosigning((scene, { account }, id) => ({
  text: `account ${account} opens ${id}`,
  run: async (at) =>
    outcomeOf(await ask(scene, account, { at, method: 'GET', path: pathOf(scene, id) })),
  rule: inParts(account, cosignings.see(id)),
}))

const BOTH: Owners = { owners: [0, 1], threshold: 2 }
/** The second owner gave way to somebody who is no member. */
const SWAPPED: Owners = { owners: [0], threshold: 1 }

export const changeOwners: ModelAct = ({ world, model }) => {
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
