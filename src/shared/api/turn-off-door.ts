import type { Endpoint } from './endpoint.ts'
import { ChatIdSchema } from './list-chats.ts'

/** Turns the door of a group off. Who waits then waits for its administrators. */
export const turnOffDoor = {
  method: 'DELETE',
  path: '/api/doors/:id',
  id: ChatIdSchema,
} as const satisfies Endpoint
