import * as v from 'valibot'
import { GROUP } from '#demo/telegram/people.ts'
import { createRequest, findRequest, type HostRequest } from '#shared/api/host/host-request.ts'
import type { StagedDemo } from './demo-stage.ts'

/** The operator's code: makes a request, posts its link in the group as the bot, and reads who answered. */
export async function askGroup({ demo }: { demo: StagedDemo }) {
  const { appUrl } = demo
  const key = await demo.makeApiKey({
    name: 'raffle',
    scopes: ['requests:read', 'requests:write'],
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made = await fetch(`${appUrl}/v1/requests`, { method: 'POST', headers, body: '{}' })
  const request: HostRequest = v.parse(createRequest.response, await made.json())
  await postLink(demo, request.url)
  return {
    request,
    read: async () => {
      const found = await fetch(`${appUrl}/v1/requests/${request.code}`, { headers })
      return v.parse(findRequest.response, await found.json())
    },
  }
}

/** The bot writes a link into the group, under a button. */
async function postLink({ messengerUrl, world }: StagedDemo, url: string): Promise<void> {
  await fetch(`${messengerUrl}/bot${world.botToken}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: GROUP.id,
      text: 'The raffle is open to every proven wallet.',
      reply_markup: { inline_keyboard: [[{ text: 'Take part', url }]] },
    }),
  })
}
