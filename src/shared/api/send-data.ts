import type { Endpoint } from './endpoint.ts'

/** Has the bot send the member all data that is stored about them, as a file. 204 once Telegram has taken it. */
export const sendData = {
  method: 'POST',
  path: '/api/export',
} as const satisfies Endpoint
