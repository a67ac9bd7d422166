import * as v from 'valibot'
import { ChainIdSchema } from './address.ts'
import { EvmSignatureSchema } from './evm-signature.ts'

/**
 * The fields of an attempt's message that do not depend on the account. A wallet that gets them with the connection
 * may sign the message (EIP-4361) in the same approval.
 */
export const SignInTermsSchema = v.object({
  domain: v.string(),
  uri: v.string(),
  /** The only chain that the message may name. */
  chainId: ChainIdSchema,
  nonce: v.string(),
  statement: v.string(),
  expiresAt: v.string(),
  requestId: v.string(),
  resources: v.array(v.string()),
})
export type SignInTerms = v.InferOutput<typeof SignInTermsSchema>

const TEXT_MAX = 1_024
const RESOURCES_MAX = 4

const Text = v.pipe(v.string(), v.maxLength(TEXT_MAX))
const Claim = v.nullish(Text)

/**
 * The wallet's answer, a CACAO (CAIP-74): header, payload and signature. Only sizes are checked here; every field is
 * compared in `src/server/linking/check-sign-in.ts`.
 */
export const SignInSchema = v.object({
  h: v.object({ t: Text }),
  p: v.object({
    /** `did:pkh:eip155:<chain id>:<address>` */
    iss: Claim,
    domain: Claim,
    aud: Claim,
    version: Claim,
    nonce: Claim,
    /** Time by the clock of the device that asked. */
    iat: Claim,
    nbf: Claim,
    exp: Claim,
    statement: Claim,
    requestId: Claim,
    resources: v.nullish(v.pipe(v.array(Text), v.maxLength(RESOURCES_MAX))),
  }),
  s: v.object({ t: Text, s: EvmSignatureSchema }),
})
export type SignIn = v.InferOutput<typeof SignInSchema>
