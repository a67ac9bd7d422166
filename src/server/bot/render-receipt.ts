import { InlineKeyboard } from 'grammy'
import type { ReceiptSubject } from '#server/events/tell-receipt.ts'
import { askerOf } from '#server/asker-of.ts'
import type { StoredUser } from '#server/store/store.ts'
import { encodePress } from './callback-data.ts'
import { proofOf } from './describe-wallet.ts'
import { appUrl, homeKeyboard, waitingKeyboard } from './keyboards.ts'
import { messagesIn } from './messages/messages-in.ts'
import { shortAddress } from './short-address.ts'

export type RenderedReceipt = {
  /** Telegram HTML. */
  text: string
  keyboard: InlineKeyboard | null
}

export type ReceiptPlace = {
  publicUrl: string
  /** Whether taps on callback buttons reach us; if not, every button opens the Mini App. */
  hearsTaps: boolean
}

/** The receipt of an event in the words of one recipient. */
export function renderReceipt(
  recipient: StoredUser,
  subject: ReceiptSubject,
  place: ReceiptPlace,
): RenderedReceipt {
  const { texts } = messagesIn(recipient.language)
  switch (subject.type) {
    case 'wallet.linked': {
      const { wallet } = subject
      const domain = new URL(place.publicUrl).host
      return {
        text: texts.walletLinked({ wallet: shortAddress(wallet), domain, proof: proofOf(wallet) }),
        keyboard: unlinkKeyboard(recipient, wallet.id, place),
      }
    }
    case 'wallet.moved': {
      const { wallet } = subject
      // A proof that shows no text never moves a wallet by itself: then its holder has agreed.
      const about = { wallet: shortAddress(wallet), signed: wallet.binding !== 'domain' }
      return recipient.id === subject.formerUserId
        ? { text: texts.walletMovedAway(about), keyboard: null }
        : {
            text: texts.walletMovedHere(about),
            keyboard: unlinkKeyboard(recipient, wallet.id, place),
          }
    }
    case 'wallet.unlinked':
      return {
        text: texts.walletUnlinkedByOwner({ wallet: shortAddress(subject.wallet) }),
        keyboard: homeKeyboard(place.publicUrl, recipient.language),
      }
    case 'request.answered': {
      const { maker, chat } = subject.request
      const about = { asker: askerOf(maker), chat: chat && chat.title }
      return {
        text: texts.answered({ ...about, wallet: shortAddress(subject.wallet) }),
        keyboard: answerKeyboard(recipient, subject.requestCode, place),
      }
    }
    case 'consent.asked':
      return {
        text: texts.consentAsked({ wallet: shortAddress({ family: 'ton', ...subject }) }),
        keyboard: consentKeyboard(recipient, subject.attemptId, place),
      }
    case 'consent.refused':
      return { text: texts.consentRefused(), keyboard: null }
  }
}

function answerKeyboard(
  { language }: StoredUser,
  requestCode: string,
  { publicUrl, hearsTaps }: ReceiptPlace,
): InlineKeyboard {
  const { buttons } = messagesIn(language)
  const path = `/r/${requestCode}` as const
  const keyboard = waitingKeyboard(publicUrl, { text: buttons.showRequest, path }, language)
  if (!hearsTaps) return keyboard
  return keyboard.row().text(buttons.withdraw, encodePress({ type: 'withdraw', requestCode }))
}

function unlinkKeyboard(
  { language }: StoredUser,
  walletId: string,
  { publicUrl, hearsTaps }: ReceiptPlace,
): InlineKeyboard {
  const { buttons } = messagesIn(language)
  const keyboard = new InlineKeyboard().webApp(
    buttons.openWallet,
    appUrl(publicUrl, `/wallets/${walletId}`, language),
  )
  if (!hearsTaps) return keyboard
  return keyboard
    .row()
    .text(buttons.unlink, encodePress({ type: 'unlink', walletId }))
    .danger()
}

function consentKeyboard(
  { language }: StoredUser,
  attemptId: string,
  { publicUrl, hearsTaps }: ReceiptPlace,
): InlineKeyboard {
  if (!hearsTaps) return homeKeyboard(publicUrl, language)
  const { buttons } = messagesIn(language)
  return new InlineKeyboard()
    .text(buttons.move, encodePress({ type: 'consent', answer: 'move', attemptId }))
    .text(buttons.keep, encodePress({ type: 'consent', answer: 'keep', attemptId }))
}
