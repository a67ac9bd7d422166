import * as v from 'valibot'
import { HostEventSchema } from '#shared/api/host/host-event.ts'

/** What a visitor of the demo can do, in its order, by story. */
export const STORY_STEPS = {
  link: ['start', 'choose', 'approve', 'known'],
  multisig: ['link-owner', 'collect', 'open-cosigning', 'complete'],
  card: ['send-card', 'open-card'],
  request: ['ask-group', 'answer', 'count', 'export', 'owner-list'],
  door: ['open-door', 'ask-to-join', 'walk-in', 'stranger'],
} as const
export type StoryName = keyof typeof STORY_STEPS
export type StepName = (typeof STORY_STEPS)[StoryName][number]

const STEP_NAMES = [
  ...STORY_STEPS.link,
  ...STORY_STEPS.multisig,
  ...STORY_STEPS.card,
  ...STORY_STEPS.request,
  ...STORY_STEPS.door,
] as const

/** Of the page of the Mini App that lists the members. */
export const OWNER_LIST_PATH = '/admin/members'

/** An event that the operator's code has received, with a valid signature. */
const ReceivedEventSchema = v.object({
  event: HostEventSchema,
  /** Time since a wallet last answered, in milliseconds; null if none did shortly before. */
  sinceAnswerMs: v.nullable(v.number()),
})
export type ReceivedEvent = v.InferOutput<typeof ReceivedEventSchema>

export const StorySchema = v.object({
  /** The steps that have happened. */
  done: v.array(v.picklist(STEP_NAMES)),
  /** The latest first. */
  received: v.array(ReceivedEventSchema),
})
export type StoryState = v.InferOutput<typeof StorySchema>

/** What bridge and relay can see of sealed messages: an app asks for a wallet, or a wallet answers. */
export type WalletMoment = 'asked' | 'answered'
