import { HostEventSchema } from '#shared/api/host/host-event.ts'
import type { OpenApiWebhook, Parameter } from './document.ts'
import { getJsonSchema } from './json-schema.ts'

/** The event that Clasp posts to WEBHOOK_URL, signed as Standard Webhooks 1.0 says. */
export function describeWebhook(): OpenApiWebhook {
  return {
    operationId: 'receiveEvent',
    tags: ['Events'],
    summary: 'Receive an event at WEBHOOK_URL',
    description:
      'Signed with WEBHOOK_SIGNING_SECRET (Standard Webhooks 1.0). An event comes at least once, always with the same id; new types may be added.',
    security: [],
    parameters: [
      describeHeader('webhook-id', 'The id of the event, the same for every try.'),
      describeHeader('webhook-timestamp', 'When this try was signed, in seconds of Unix time.'),
      describeHeader('webhook-signature', 'One `v1,…` for each secret, separated by spaces.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: getJsonSchema(HostEventSchema, 'output') } },
    },
    responses: {
      '2XX': { description: 'Received. Everything else is tried again, for about three days.' },
      410: { description: 'Deliveries stop until an event is sent again.' },
      429: { description: '`Retry-After` holds all events back, for up to an hour.' },
    },
  }
}

function describeHeader(name: string, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
