import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { HostEventSchema } from '#shared/api/host/host-event.ts'
import { HostAnswerSchema, HostRequestSchema } from '#shared/api/host/host-request.ts'
import {
  HeldWalletSchema,
  HostMembershipSchema,
  HostUserSchema,
  HostWalletSchema,
  ReadWalletSchema,
} from '#shared/api/host/host-wallet.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'

/** Schemas that the document holds once and refers to by these names. */
const COMPONENTS = {
  HostUser: HostUserSchema,
  HostWallet: HostWalletSchema,
  HostMembership: HostMembershipSchema,
  ReadWallet: ReadWalletSchema,
  HeldWallet: HeldWalletSchema,
  HostEvent: HostEventSchema,
  HostRequest: HostRequestSchema,
  HostAnswer: HostAnswerSchema,
  HostProblem: HostProblemSchema,
} satisfies Record<string, v.GenericSchema>

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // JSON Schema cannot express these; the server checks them all the same.
  ignoreActions: ['check', 'trim', 'max_graphemes'],
  overrideAction: ({ valibotAction, jsonSchema, errors }) =>
    errors && 'requirement' in valibotAction && valibotAction.requirement instanceof RegExp
      ? { ...jsonSchema, pattern: valibotAction.requirement.source }
      : undefined,
}

/**
 * A schema of the contract as JSON Schema: of the callers' input (`input`) or of the answers (`output`).
 *
 * @throws Error for a schema that cannot be converted
 */
export function getJsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const {
    $schema: _dialect,
    $defs: _components,
    ...own
  } = toJsonSchema(schema, {
    ...CONVERSION,
    typeMode,
    definitions: COMPONENTS,
  })
  return own
}

/** All schemas that {@link getJsonSchema} refers to. */
export function componentSchemas(): Record<string, JsonSchema> {
  return toJsonSchemaDefs(COMPONENTS, { ...CONVERSION, typeMode: 'output' })
}
