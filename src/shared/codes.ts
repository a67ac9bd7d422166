import * as v from 'valibot'
import { CARD_CODE, CODE, COSIGNING_CODE } from './start-param.ts'

/** Code of a deep link, of any kind: see `start-param.ts`. */
export const CodeSchema = v.pipe(v.string(), v.regex(CODE))

/** Code of a wallet card. */
export const CardCodeSchema = v.pipe(v.string(), v.regex(CARD_CODE))

/** Code of a cosigning: see `multisig.ts`. */
export const CosigningCodeSchema = v.pipe(v.string(), v.regex(COSIGNING_CODE))
