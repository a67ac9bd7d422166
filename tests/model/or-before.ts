import * as acts from './acts.ts'
import type { ModelAct, Aimed } from './acts.ts'
import * as cosigning from './cosigning-acts.ts'
import { TON_KEYS } from './model.ts'

/** A member proves a wallet that another holds. */
const contend: ModelAct = (scene, pick) => {
  const member = scene.model.sessions[pick.account]?.member
  const held = scene.model.wallets.filter((one) => one.member !== member && one.key < TON_KEYS)
  const key = acts.pickOne(held, pick.thing)?.key ?? pick.key
  return acts.linkTon(scene, { ...pick, key })
}

const startEvm: ModelAct = (scene, pick) =>
  acts.start(scene, { ...pick, way: pick.way - (pick.way % 3) })

const askFirst: ModelAct = (scene, pick) =>
  scene.model.requests.length === 0 ? acts.makeRequest(scene, pick) : null

const lookUpFirst: ModelAct = (scene, pick) =>
  scene.model.multisig === null ? cosigning.lookUp(scene, pick) : null

const START_COSIGNING = [cosigning.start, lookUpFirst, acts.linkTon]
const UNLINK_IN_CHAT = [acts.askToUnlink, acts.listInChat]

/** What is done where there is nothing yet to do the act to; so histories get far. */
const BEFORE = new Map<ModelAct, readonly ModelAct[]>([
  [acts.proveTon, [acts.linkTon]],
  [acts.signText, [contend]],
  [acts.fixAccount, [startEvm]],
  [acts.signEvm, [startEvm]],
  [acts.answerConsent, [contend]],
  [acts.unlink, [acts.linkTon]],
  [acts.share, [acts.linkTon]],
  [acts.revoke, [acts.share, acts.linkTon]],
  [acts.answer, [askFirst, acts.linkTon]],
  [acts.unlinkInChat, UNLINK_IN_CHAT],
  [acts.undoInChat, [acts.unlinkInChat, ...UNLINK_IN_CHAT]],
  [cosigning.start, START_COSIGNING],
  [cosigning.confirm, START_COSIGNING],
])

/** The act, or what leads to it. */
export function orBefore(act: ModelAct): ModelAct {
  const before = BEFORE.get(act)
  if (!before) return act
  return (scene, pick) =>
    [act, ...before].reduce<Aimed | null>((aimed, one) => aimed ?? one(scene, pick), null)
}
