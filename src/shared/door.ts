import * as v from 'valibot'
import { ShownRuleSchema } from './door-rule.ts'
import { EndedJoinSchema, WaitingJoinSchema } from './join.ts'
import { PersonSchema } from './person.ts'

/**
 * What the bot lacks in the group. `administrator`: it is none there · `guard`: it is not the group's guard, so that it
 * is asked by private message only · `invite`: it may not let people in · `tags`: it may not set the tags that the door is
 * to set.
 */
const DOOR_NEEDS = ['administrator', 'guard', 'invite', 'tags'] as const
export type DoorNeed = (typeof DOOR_NEEDS)[number]

/** A door that is on. */
const SetDoorSchema = v.object({
  /** Counts the changes of the group's door, so that a change names what it was made upon. */
  version: v.number(),
  /** Null for one of a later version, which nobody can meet: administrators decide. */
  rule: v.nullable(ShownRuleSchema),
  /** Whether those who are let in get a tag beside their name that says by what. */
  tags: v.boolean(),
  /** Whether Telegram has refused to set one here. */
  tagsRefused: v.boolean(),
  /** Who changed it last; null for somebody who has deleted everything. */
  setBy: v.nullable(PersonSchema),
  setAt: v.pipe(v.string(), v.isoTimestamp()),
})

/** The door of a group, as its administrators see it. */
export const DoorSchema = v.object({
  chat: v.object({ id: v.string(), title: v.string() }),
  /** Null where it is off. */
  door: v.nullable(SetDoorSchema),
  /** Null where Telegram does not say. */
  missing: v.nullable(v.array(v.picklist(DOOR_NEEDS))),
  /** Who waits, the longest first, at most 50. */
  waiting: v.array(WaitingJoinSchema),
  /** Who was let in by something that holds no longer, the latest first, at most 50. */
  ended: v.array(EndedJoinSchema),
})
export type Door = v.InferOutput<typeof DoorSchema>
