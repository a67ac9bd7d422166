import { InlineKeyboard } from 'grammy'
import type { TonTextBinding } from '#shared/boot.ts'
import { getCodePath } from '#shared/code-path.ts'
import { getHost } from '#shared/site.ts'
import type {
  ReceiptSubject,
  CosigningUpdateSubject,
} from '#server/notifications/receipt-subject.ts'
import { toRequester } from '#server/requests/to-requester.ts'
import type { StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import { encodePress } from './callback-data.ts'
import { describeClaim } from './describe-claim.ts'
import {
  nameAccount,
  nameLinked,
  getProof,
  shortAddress,
  toNotifiedCosigning,
} from './describe-wallet.ts'
import { connectKeyboard, homeKeyboard, waitingKeyboard, walletKeyboard } from './keyboards.ts'
import { formatDate } from './messages/format-date.ts'
import { messagesIn } from './messages/messages-in.ts'
import type { DescribedClaim } from './messages/proof-texts.ts'

export type RenderedReceipt = {
  /** Telegram HTML. */
  text: string
  keyboard: InlineKeyboard | null
}

export type ReceiptContext = {
  publicUrl: string
  /** Who runs the bot (`OPERATOR_NAME`). */
  operatorName: string
  /** Whether TON wallets are asked for a text that names the Telegram account. */
  tonText: TonTextBinding
  /** Whether taps on callback buttons reach us; if not, every button opens the Mini App. */
  receivesTaps: boolean
}

/** The receipt of an event, in the recipient's language. */
export function renderReceipt(
  recipient: StoredUser,
  subject: ReceiptSubject,
  place: ReceiptContext,
): RenderedReceipt {
  const { texts } = messagesIn(recipient.language)
  switch (subject.type) {
    case 'wallet.linked': {
      const { wallet } = subject
      return {
        text: linkedText(recipient, wallet, place),
        keyboard: unlinkKeyboard(recipient, wallet.id, place),
      }
    }
    case 'wallet.moved':
      return movedReceipt(recipient, subject, place)
    case 'wallet.ended':
      return endedReceipt(recipient, subject.wallet, place)
    case 'wallet.unlinked':
      return {
        text: unlinkedText(subject, place, texts),
        keyboard: homeKeyboard(place.publicUrl, recipient.language),
      }
    case 'wallet.stale':
      return {
        text: staleText(subject, texts),
        keyboard: walletKeyboard(place.publicUrl, subject.wallet.id, recipient.language),
      }
    case 'cosigning.updated':
      return updateReceipt(recipient, subject, place)
    case 'cosigning.ended': {
      const { method, multisig } = subject
      return {
        text: texts.cosigningEnded({ method, multisig: nameAccount(multisig) }),
        keyboard: homeKeyboard(place.publicUrl, recipient.language),
      }
    }
    case 'request.answered': {
      const { maker, chat } = subject.request
      const about = { requester: toRequester(maker), chat: chat && chat.title }
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
      return {
        text: texts.consentRefused(subject),
        keyboard: connectKeyboard(place.publicUrl, recipient.language),
      }
  }
}

function movedReceipt(
  recipient: StoredUser,
  { wallet, formerUserId }: Extract<ReceiptSubject, { type: 'wallet.moved' }>,
  place: ReceiptContext,
): RenderedReceipt {
  const { texts } = messagesIn(recipient.language)
  // A proof without a text does not move a wallet until its holder has agreed.
  const about = { wallet: shortAddress(wallet), signed: wallet.binding !== 'domain' }
  return recipient.id === formerUserId
    ? { text: texts.walletMovedAway(about), keyboard: null }
    : {
        text: texts.walletMovedHere({ ...about, claim: describeOwn(recipient, wallet) }),
        keyboard: unlinkKeyboard(recipient, wallet.id, place),
      }
}

/** The bot could not write while the wallet was linked. */
function endedReceipt(
  { language }: StoredUser,
  wallet: StoredWallet,
  { publicUrl }: ReceiptContext,
): RenderedReceipt {
  const about = { wallet: shortAddress(wallet), date: formatDate(language, wallet.verifiedAt) }
  return {
    text: messagesIn(language).texts.walletEnded(about),
    keyboard: homeKeyboard(publicUrl, language),
  }
}

function linkedText(recipient: StoredUser, wallet: StoredWallet, place: ReceiptContext): string {
  const { texts } = messagesIn(recipient.language)
  return texts.walletLinked({
    claim: describeOwn(recipient, wallet),
    domain: getHost(place.publicUrl),
    proof: getProof(wallet),
    canAddName: place.tonText !== 'off',
  })
}

function describeOwn({ language }: StoredUser, wallet: StoredWallet): DescribedClaim {
  return describeClaim(wallet, { language, holder: null })
}

function updateReceipt(
  { id, language }: StoredUser,
  { cosigning, update, code }: CosigningUpdateSubject,
  { publicUrl }: ReceiptContext,
): RenderedReceipt {
  const { texts, buttons } = messagesIn(language)
  const about = toNotifiedCosigning(cosigning, { memberId: id, language })
  const button = { text: buttons.open, path: getCodePath(code) }
  return {
    text: texts.cosigningUpdates[update](about),
    keyboard: waitingKeyboard(publicUrl, button, language),
  }
}

function answerKeyboard(
  { language }: StoredUser,
  requestCode: string,
  { publicUrl, receivesTaps }: ReceiptContext,
): InlineKeyboard {
  const { buttons } = messagesIn(language)
  const path = `/r/${requestCode}` as const
  const keyboard = waitingKeyboard(publicUrl, { text: buttons.showRequest, path }, language)
  if (!receivesTaps) return keyboard
  return keyboard.row().text(buttons.withdraw, encodePress({ type: 'withdraw', requestCode }))
}

function unlinkKeyboard(
  { language }: StoredUser,
  walletId: string,
  { publicUrl, receivesTaps }: ReceiptContext,
): InlineKeyboard {
  const { buttons } = messagesIn(language)
  const keyboard = walletKeyboard(publicUrl, walletId, language)
  if (!receivesTaps) return keyboard
  return keyboard.row().text(buttons.unlink, encodePress({ type: 'unlink', walletId }))
}

function consentKeyboard(
  { language }: StoredUser,
  attemptId: string,
  { publicUrl, receivesTaps }: ReceiptContext,
): InlineKeyboard {
  if (!receivesTaps) return homeKeyboard(publicUrl, language)
  const { buttons } = messagesIn(language)
  return new InlineKeyboard()
    .text(buttons.move, encodePress({ type: 'consent', answer: 'move', attemptId }))
    .text(buttons.keep, encodePress({ type: 'consent', answer: 'keep', attemptId }))
}

type Unlinked = Extract<ReceiptSubject, { type: 'wallet.unlinked' }>

/** The operator's code gives no reason. An admin's is plain text already. */
function unlinkedText(
  { wallet, reason }: Unlinked,
  { operatorName: operator }: ReceiptContext,
  texts: ReturnType<typeof messagesIn>['texts'],
): string {
  const about = { wallet: shortAddress(wallet) }
  return reason === null
    ? texts.walletUnlinkedByOperator(about)
    : texts.walletUnlinkedFor({ ...about, operator, reason })
}

type Stale = Extract<ReceiptSubject, { type: 'wallet.stale' }>

/** A contract account has no known owners to name. */
function staleText(
  { wallet, reason }: Stale,
  texts: ReturnType<typeof messagesIn>['texts'],
): string {
  const account = nameLinked(wallet)
  const isOfAccount = reason === 'not-accepted' || reason === 'not-recognised'
  return wallet.kind === 'contract' && isOfAccount
    ? texts.accountStale({ account, reason })
    : texts.multisigStale({ multisig: account, reason })
}
