import * as v from 'valibot'
import { DoorRuleSchema } from '../door-rule.ts'
import { DoorSchema } from '../door.ts'
import type { Endpoint } from './endpoint.ts'
import { ChatIdSchema } from './list-chats.ts'

/** Turns the door of a group on, or changes it: `door-changed` where another administrator did so meanwhile. */
export const setDoor = {
  method: 'PUT',
  path: '/api/doors/:id',
  id: ChatIdSchema,
  request: v.strictObject({
    /** Of the door that is changed; null where it is off. */
    version: v.nullable(v.pipe(v.number(), v.safeInteger())),
    rule: DoorRuleSchema,
    tags: v.boolean(),
  }),
  response: DoorSchema,
} as const satisfies Endpoint
