import { DoorSchema } from '../door.ts'
import type { Endpoint } from './endpoint.ts'
import { ChatIdSchema } from './list-chats.ts'

/** The door of a group, for its administrators. `:id` is the chat's id of ours. */
export const getDoor = {
  method: 'GET',
  path: '/api/doors/:id',
  id: ChatIdSchema,
  response: DoorSchema,
} as const satisfies Endpoint
