import * as v from 'valibot'
import { CodeSchema } from '../codes.ts'
import type { Endpoint } from './endpoint.ts'

/** Returns the code that the member brought to the bot's chat (`/start <code>`), once, if it is not used yet. */
export const takeStart = {
  method: 'POST',
  path: '/api/start',
  response: v.object({ start: v.nullable(CodeSchema) }),
} as const satisfies Endpoint
