import * as v from 'valibot'
import { MultisigSchema } from './multisig.ts'
import { BindingSchema, FamilySchema, LinkLevelSchema, MultisigIdSchema } from './wallet.ts'

/** Who has a linked wallet with exactly what is not null here, and whose proof holds. */
const WalletRuleSchema = v.strictObject({
  kind: v.literal('wallet'),
  family: v.nullable(FamilySchema),
  level: v.nullable(LinkLevelSchema),
  binding: v.nullable(BindingSchema),
})
/** Whom the operator's code lets in. */
const HostRuleSchema = v.strictObject({ kind: v.literal('host') })

/** Whom the door of a group lets in by itself. */
export const DoorRuleSchema = v.variant('kind', [
  WalletRuleSchema,
  /** Who has a linked wallet that is an owner of the multisig now. */
  v.strictObject({ kind: v.literal('owner'), multisigId: MultisigIdSchema }),
  HostRuleSchema,
])
export type DoorRule = v.InferOutput<typeof DoorRuleSchema>

/** The same as people read it, with the multisig as it was read last. */
export const ShownRuleSchema = v.variant('kind', [
  WalletRuleSchema,
  v.strictObject({ kind: v.literal('owner'), multisig: MultisigSchema }),
  HostRuleSchema,
])
export type ShownRule = v.InferOutput<typeof ShownRuleSchema>
