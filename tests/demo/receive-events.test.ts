import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { receiveEvents } from '../../docs/examples/receive-events.ts'

const SECRET = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`
const EVENT = {
  id: 'pD1vN0a3dTqvW6hX2c9k4Q',
  timestamp: '2026-11-21T09:30:00.000Z',
  type: 'user.deleted',
  data: { user: { id: 'Zk3n9m0aQ2WfTn7uYc5r1g', telegramId: null } },
}
const BODY = JSON.stringify(EVENT)

function send(secret: string, body = BODY) {
  const events: unknown[] = []
  const time = new Date()
  const headers = {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('one', time, BODY),
  }
  const answer = receiveEvents(SECRET, (event) => events.push(event)).request('/clasp', {
    method: 'POST',
    headers,
    body,
  })
  return { answer, events }
}

test('the example passes on an event that is signed with the operator’s secret', async () => {
  const { answer, events } = send(SECRET)
  expect((await answer).status).toBe(204)
  expect(events).toEqual([EVENT])
})

test('the example refuses an event with another signature or a changed body', async () => {
  const other = `whsec_${Buffer.from('b'.repeat(32)).toString('base64')}`
  for (const { answer, events } of [send(other), send(SECRET, BODY.replace('Zk3', 'Zk4'))]) {
    expect((await answer).status).toBe(401)
    expect(events).toEqual([])
  }
})
