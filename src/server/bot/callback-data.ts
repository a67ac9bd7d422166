import * as v from 'valibot'
import { AttemptIdSchema } from '#shared/attempt.ts'
import { RequestCodeSchema } from '#shared/request.ts'
import { WalletIdSchema } from '#shared/wallet.ts'
import type { EpochMs } from '#server/store/database/stored.ts'

/** The action of a button of ours. */
export type ButtonPress =
  | { type: 'unlink'; walletId: string }
  /** The answer to the question that this asks. */
  | { type: 'unlink-answer'; answer: 'yes' | 'no'; walletId: string }
  | { type: 'undo'; walletId: string }
  | { type: 'consent'; answer: 'move' | 'keep'; attemptId: string }
  | { type: 'withdraw'; requestCode: string }
  /** `askedAt` is exact to the second, because the button stores whole seconds. */
  | { type: 'delete'; answer: 'yes' | 'no'; askedAt: EpochMs }

const SECOND_MS = 1_000
const TIME_BASE = 36

const TimeSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9a-z]{1,8}$/),
  v.transform((digits) => Number.parseInt(digits, TIME_BASE) * SECOND_MS),
)

const PressSchema = v.union([
  v.pipe(
    v.strictTuple([v.literal('unlink'), WalletIdSchema]),
    v.transform(([type, walletId]): ButtonPress => ({ type, walletId })),
  ),
  v.pipe(
    v.strictTuple([v.literal('unlink'), v.picklist(['yes', 'no']), WalletIdSchema]),
    v.transform(([, answer, walletId]): ButtonPress => ({
      type: 'unlink-answer',
      answer,
      walletId,
    })),
  ),
  v.pipe(
    v.strictTuple([v.literal('undo'), WalletIdSchema]),
    v.transform(([type, walletId]): ButtonPress => ({ type, walletId })),
  ),
  v.pipe(
    v.strictTuple([v.literal('consent'), v.picklist(['move', 'keep']), AttemptIdSchema]),
    v.transform(([type, answer, attemptId]): ButtonPress => ({ type, answer, attemptId })),
  ),
  v.pipe(
    v.strictTuple([v.literal('withdraw'), RequestCodeSchema]),
    v.transform(([type, requestCode]): ButtonPress => ({ type, requestCode })),
  ),
  v.pipe(
    v.strictTuple([v.literal('delete'), v.picklist(['yes', 'no']), TimeSchema]),
    v.transform(([type, answer, askedAt]): ButtonPress => ({ type, answer, askedAt })),
  ),
])

/** Callback data of a button, within Telegram's 64 bytes. */
export function encodePress(press: ButtonPress): string {
  switch (press.type) {
    case 'unlink':
      return `unlink:${press.walletId}`
    case 'unlink-answer':
      return `unlink:${press.answer}:${press.walletId}`
    case 'undo':
      return `undo:${press.walletId}`
    case 'consent':
      return `consent:${press.answer}:${press.attemptId}`
    case 'withdraw':
      return `withdraw:${press.requestCode}`
    case 'delete':
      return `delete:${press.answer}:${Math.floor(press.askedAt / SECOND_MS).toString(TIME_BASE)}`
  }
}

/** The press behind callback data; undefined for data that is not ours, because a client can send any bytes. */
export function parsePress(data: string | undefined): ButtonPress | undefined {
  const parsed = v.safeParse(PressSchema, data?.split(':'))
  return parsed.success ? parsed.output : undefined
}
