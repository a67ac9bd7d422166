import * as acts from './acts.ts'
import type { ModelAct, Picks } from './acts.ts'
import * as cosigning from './cosigning-acts.ts'

type ChosenAct = { act: ModelAct; pick: Picks }

/** What each makes gets its label by its member. */
const ATTEMPT_MAKERS: ReadonlySet<ModelAct> = new Set([
  acts.start,
  cosigning.start,
  cosigning.startConfirming,
])
/** Of its two calls one may find the member busy, and the attempt stays. */
const CONFIRMING: ReadonlySet<ModelAct> = new Set([cosigning.confirm])
const REQUEST_MAKERS: ReadonlySet<ModelAct> = new Set([acts.makeRequest, acts.makeOnce])
/** A wallet signs before the chain changes, or after. What the app reads of itself comes from several reads, and the next one puts it right. */
const ALONE: ReadonlySet<ModelAct> = new Set([
  acts.changeChain,
  cosigning.changeOwners,
  acts.readMe,
])

/** Whether two acts at once have a result that their labels distinguish. */
export function mayMeet(one: ChosenAct, other: ChosenAct): boolean {
  const both = (these: ReadonlySet<ModelAct>) => these.has(one.act) && these.has(other.act)
  const either = (these: ReadonlySet<ModelAct>) => these.has(one.act) || these.has(other.act)
  if (either(ALONE) || both(acts.IN_CHATS)) return false
  if (both(REQUEST_MAKERS))
    return (
      one.act === acts.makeOnce &&
      other.act === acts.makeOnce &&
      acts.isSameKey(one.pick, other.pick)
    )
  const needsOthers = both(ATTEMPT_MAKERS) || either(CONFIRMING)
  return !needsOthers || one.pick.account !== other.pick.account
}
