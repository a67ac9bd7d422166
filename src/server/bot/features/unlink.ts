import { InlineKeyboard } from 'grammy'
import { WALLETS_PER_USER } from '#shared/limits.ts'
import type { PressAnswer, PressDeps } from '../bot-context.ts'
import { encodePress, type ButtonPress } from '../callback-data.ts'
import { shortAddress } from '../describe-wallet.ts'
import { connectKeyboard } from '../keyboards.ts'

type Press<Type> = Extract<ButtonPress, { type: Type }>

/** "Not me: unlink" under a receipt asks first, in a message of its own, so that the receipt stays. */
export async function askToUnlink(
  { walletId }: Press<'unlink'>,
  { store, member, messages: { texts, buttons } }: PressDeps,
): Promise<PressAnswer> {
  const wallet = await store.findWallet(walletId, member.id)
  if (wallet === undefined) return { text: texts.notLinked }
  const answer = (answer: 'yes' | 'no') => encodePress({ type: 'unlink-answer', answer, walletId })
  return {
    text: texts.unlinkQuestion({ wallet: shortAddress(wallet) }),
    keyboard: new InlineKeyboard()
      .text(buttons.unlinkNow, answer('yes'))
      .text(buttons.deleteNothing, answer('no')),
  }
}

/** The store unlinks only what belongs to the member who tapped. */
export async function answerUnlink(
  { answer, walletId }: Press<'unlink-answer'>,
  { store, now, onEvent, member, messages: { texts, buttons } }: PressDeps,
): Promise<PressAnswer> {
  if (answer === 'no') return { text: texts.unlinkDeclined }
  const wallet = await store.unlinkUndoably({ id: walletId, userId: member.id }, now())
  if (wallet === undefined) return { text: texts.notLinked }
  onEvent()
  return {
    text: texts.unlinked({ wallet: shortAddress(wallet) }),
    keyboard: new InlineKeyboard().text(buttons.undo, encodePress({ type: 'undo', walletId })),
  }
}

export async function undoUnlink(
  press: Press<'undo'>,
  { store, now, onEvent, member, publicUrl, messages: { texts, buttons } }: PressDeps,
): Promise<PressAnswer> {
  const wallet = { id: press.walletId, userId: member.id, walletLimit: WALLETS_PER_USER }
  switch (await store.undoUnlink(wallet, now())) {
    case 'undone':
      onEvent()
      return { text: texts.undone }
    case 'over':
      return {
        text: texts.undoOver,
        keyboard: connectKeyboard(publicUrl, member.chosenLanguage ?? member.language),
      }
    case 'wallet-limit':
      return {
        text: texts.undoWalletLimit,
        keyboard: new InlineKeyboard().text(buttons.undo, encodePress(press)),
      }
  }
}
