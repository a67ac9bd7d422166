import type { PressDeps } from '../bot-context.ts'
import type { ButtonPress } from '../callback-data.ts'

/** "Take answer back" under a receipt. The store withdraws only an answer of the member who tapped. */
export async function withdraw(
  { requestCode }: Extract<ButtonPress, { type: 'withdraw' }>,
  { store, now, onEvent, member, texts }: PressDeps,
): Promise<string> {
  const isWithdrawn = await store.withdrawAnswer({ code: requestCode, userId: member.id }, now())
  if (!isWithdrawn) return texts.nothingToWithdraw()
  onEvent()
  return texts.answerWithdrawn()
}
