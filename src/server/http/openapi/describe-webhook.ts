import { HostEventSchema } from '#shared/api/host/host-event.ts'
import * as v from 'valibot'
import type { OpenApiDocument, OpenApiWebhook, Parameter } from './document.ts'
import { getJsonSchema } from './json-schema.ts'

/** What Clasp posts to WEBHOOK_URL, signed as Standard Webhooks 1.0 says: one webhook for each type of event. */
export function describeWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    HostEventSchema.options.map((schema) => {
      const type = schema.entries.type.literal
      return [type, { post: describeWebhook(type, schema) }]
    }),
  )
}

function describeWebhook(type: string, schema: v.GenericSchema): OpenApiWebhook {
  return {
    operationId: getOperationId(type),
    tags: ['Events'],
    summary: `Receive ${type}`,
    description:
      `${v.getDescription(schema)} Posted to WEBHOOK_URL. ` +
      'Signed with WEBHOOK_SIGNING_SECRET (Standard Webhooks 1.0). An event comes at least once, always with the same id; new types may be added.',
    security: [],
    parameters: [
      describeHeader('webhook-id', 'The id of the event, the same for every try.'),
      describeHeader('webhook-timestamp', 'When this try was signed, in seconds of Unix time.'),
      describeHeader('webhook-signature', 'One `v1,…` for each secret, separated by spaces.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: getJsonSchema(schema, 'output') } },
    },
    responses: {
      '2XX': { description: 'Received. Everything else is tried again, for about three days.' },
      410: { description: 'Deliveries stop until an event is sent again.' },
      429: { description: '`Retry-After` holds all events back, for up to an hour.' },
    },
  }
}

/** `receiveWalletLinked` for `wallet.linked`. */
function getOperationId(type: string): string {
  return `receive.${type}`.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function describeHeader(name: string, description: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
