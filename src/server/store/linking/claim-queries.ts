import type { ExpressionBuilder, ExpressionWrapper, Selectable, SqlBool } from 'kysely'
import { statesBefore, type AttemptState } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { prepareQuery, type Placeholder } from '../database/prepared-query.ts'
import type { Schema, WalletNetwork } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../stored.ts'
import type { HolderQuery } from './holder-queries.ts'

type ClaimValues = Omit<HolderQuery, 'network'> & {
  attemptId: string
  /** Network of the account that the text names; null if the address is enough. */
  accountNetwork: WalletNetwork | null
  /** Network of the wallet whose holder must consent; null for a family without consents. */
  askedNetwork: TonNetwork | null
  walletId: string | null
  errorCode: ProblemCode | null
  /** Null leaves it as it is. */
  expiresAt: EpochMs | null
  now: EpochMs
}

/** The request that the claimed attempt answers, and the cosigning that ends with it. */
export type ClaimedCodes = Pick<Selectable<Schema['attempts']>, 'request_code' | 'cosigning_code'>

/** The condition under which a proof may claim an attempt. */
type Claimable = (
  query: ExpressionBuilder<Schema, 'attempts'>,
  value: Placeholder<ClaimValues>,
) => ExpressionWrapper<Schema, 'attempts', SqlBool>

const BEFORE_PROOF = statesBefore('awaiting-consent')

/**
 * A proof spends the attempt's nonce, once. An attempt that waits for consent has already spent it. An attempt with a
 * fixed account waits for its text instead.
 */
export const waitsForProof: Claimable = (query) => query.and([query('state', 'in', BEFORE_PROOF)])

/** The text is for exactly this account, or for the wallet whose holder must consent. */
export const waitsForText: Claimable = (query, value) =>
  query.or([
    query.and([
      query('state', '=', 'awaiting-signature'),
      query('account_address', '=', value('address')),
      query('account_network', '=', query.fn.coalesce(value('accountNetwork'), 'account_network')),
    ]),
    query.and([
      query('state', '=', 'awaiting-consent'),
      query.exists(
        query
          .selectFrom('consents')
          .select('attempt_id')
          .whereRef('consents.attempt_id', '=', 'attempts.id')
          .where('consents.network', '=', value('askedNetwork'))
          .where('consents.address', '=', value('address')),
      ),
    ]),
  ])

export function prepareClaim(db: Sql, state: AttemptState, isClaimable: Claimable) {
  return prepareQuery<ClaimValues, ClaimedCodes>((value) =>
    db
      .updateTable('attempts')
      .set((query) => ({
        state,
        wallet_id: value('walletId'),
        error_code: value('errorCode'),
        expires_at: query.fn.coalesce(value('expiresAt'), 'expires_at'),
      }))
      .where('id', '=', value('attemptId'))
      .where('user_id', '=', value('userId'))
      .where('family', '=', value('family'))
      .where('expires_at', '>', value('now'))
      // One owner's confirmation links nothing.
      .where('confirms_code', 'is', null)
      .where((query) => isClaimable(query, value))
      .returning(['request_code', 'cosigning_code']),
  )
}
