import { randomBytes } from 'node:crypto'
import type { Store } from '#server/store/store.ts'
import {
  sampleCosigning,
  saveSafe,
  ofSignatures,
  sampleTonMultisig,
  confirmSample,
} from './multisig-samples.ts'
import {
  getAccount,
  linkedWallet,
  linkSample,
  newRequest,
  NOON,
  proveWallet,
  sampleApiKey,
  sampleAttempt,
  sampleChat,
  sampleCode,
  sampleEvmWallet,
  sampleLink,
  sampleProfile,
  sampleRequest,
} from './store-samples.ts'

/** A member in every table: wallets, attempts, a session, an answer, a consent to ask for and one to give. */
export async function leaveTraces(store: Store, otherId: string) {
  const profile = sampleProfile({ firstName: 'Quirinus', username: 'quirinus_of_rome' })
  const { id: userId } = await store.saveUser(profile, NOON)
  await store.openSession({ tokenHash: randomBytes(32), userId, expiresAt: NOON + 1 })
  const attemptId = await sampleAttempt(store, userId)
  const link = sampleLink({ attemptId, userId })
  const wallet = linkedWallet(await store.linkWallet(link))
  await store.setLabel(wallet.id, userId, 'Treasure of the temple')
  const { id: keyId } = await sampleApiKey(store)
  const code = await sampleRequest(store, keyId)
  await store.answerRequest({ code, userId, walletId: wallet.id }, NOON)
  // The event stores the label, too.
  const gone = await linkSample(store, userId)
  await store.setLabel(gone.id, userId, 'Empty purse')
  const digests = { digest: randomBytes(32), formerDigest: randomBytes(32) }
  await store.handOutProof(wallet.id, () => digests.digest, NOON)
  await store.handOutProof(gone.id, () => digests.formerDigest, NOON)
  await store.unlinkWallet(gone.id, userId, NOON)
  // For an hour it can come back.
  const undoable = await linkSample(store, userId)
  await store.setLabel(undoable.id, userId, 'Purse on the shelf')
  await store.unlinkUndoably({ id: undoable.id, userId }, NOON)
  const { proven } = await proveWallet(store, otherId)
  const asking = await proveWallet(store, userId, proven)
  const message = 'Quirinus wants the wallet of the oracle of Delphi'
  const signing = await sampleAttempt(store, userId, { family: 'evm' })
  const ticket = { attemptId: signing, ticketHash: Uint8Array.from(randomBytes(32)) }
  await store.createTicket({ ...ticket, userId, expiresAt: NOON + 1 }, NOON)
  const account = getAccount(sampleEvmWallet())
  const fixed = { account, message, expiresAt: null }
  await store.fixAccount({ id: signing, userId }, fixed, NOON)
  const start = await ask(store, userId)
  const confirmed = await confirmAsOwner(store, { userId, otherId, address: wallet.address })
  const card = sampleCode('c')
  await replyAbout(store, { keyId, userId, telegramId: profile.telegramId })
  await store.shareWallet({ code: card, walletId: wallet.id, userId }, NOON)
  const traces = {
    ticket: Buffer.from(ticket.ticketHash),
    message: Buffer.from(message),
    account: Buffer.from(account.address),
    telegramId: Buffer.from(profile.telegramId),
    firstName: Buffer.from('Quirinus'),
    username: Buffer.from('quirinus_of_rome'),
    address: Buffer.from(wallet.address),
    formerAddress: Buffer.from(gone.address),
    label: Buffer.from('Treasure of the temple'),
    formerLabel: Buffer.from('Empty purse'),
    undoableAddress: Buffer.from(undoable.address),
    undoableLabel: Buffer.from('Purse on the shelf'),
    signature: Buffer.from(link.proof.signature),
    walletId: Buffer.from(wallet.id),
    attemptId: Buffer.from(attemptId),
    consentId: Buffer.from(asking.attemptId),
    start: Buffer.from(start),
    ...digests,
    ...confirmed,
    card: Buffer.from(card),
  }
  return { userId, traces }
}

/** Has the member start a cosigning, confirm in it and in another's, and open that. */
async function confirmAsOwner(
  store: Store,
  { userId, otherId, address }: { userId: string; otherId: string; address: string },
) {
  const owners = [address, sampleTonMultisig().address]
  const own = await store.saveMultisig(sampleTonMultisig({ owners }), NOON)
  const safe = await saveSafe(store)
  const { code } = await sampleCosigning(store, userId, own)
  const { code: textCode, message } = ofSignatures(await sampleCosigning(store, userId, safe))
  const { code: theirs } = await sampleCosigning(store, otherId, safe)
  const signature = Uint8Array.from(randomBytes(65))
  await confirmSample(store, userId, {
    code,
    owner: address,
    signature: Uint8Array.from(randomBytes(64)),
  })
  await confirmSample(store, userId, { code: theirs, owner: safe.owners[0] ?? '', signature })
  await store.noteViewer(theirs, userId, NOON)
  return {
    multisig: Buffer.from(own.address),
    cosigning: Buffer.from(code),
    textCosigning: Buffer.from(textCode),
    cosigningText: Buffer.from(message),
    confirmation: Buffer.from(signature),
  }
}

/** Makes the member a requester of a chat, with a draft and a code in the bot's chat; returns that code. */
async function ask(store: Store, userId: string): Promise<string> {
  const chat = await sampleChat(store)
  await store.noteRequester({ chat, userId }, NOON)
  const message = { language: 'en', threadId: null } as const
  await store.createRequest(newRequest({ userId }, { chat, message }))
  const times = { now: NOON, freshAfter: 0, expiresAt: NOON + 1 }
  const draft = { code: sampleCode('r'), userId, families: ['ton'], byAnybody: true } as const
  await store.draftRequest(draft, times)
  const code = sampleCode('r')
  await store.keepStart({ userId, code, expiresAt: NOON + 1 })
  return code
}

/** The host is answered under an Idempotency-Key, with the member in the answer. */
async function replyAbout(
  store: Store,
  { keyId, userId, telegramId }: { keyId: string; userId: string; telegramId: string },
): Promise<void> {
  const hash = randomBytes(32)
  const keyed = { keyId, keyHash: hash, requestHash: hash }
  const reply = { status: 200, body: JSON.stringify({ userId, telegramId }) }
  await store.runOnce(keyed, NOON, () => Promise.resolve({ reply, isFinal: true, userId }))
}
