import type { Binding } from '#shared/wallet.ts'
import { facts, lines, markup, paragraphs } from '../markup.ts'
import type { About, Messages, WalletKind, WalletProof } from './messages.ts'

const plural = new Intl.PluralRules('en')

const SHOWN: Record<Binding, (domain: string) => string> = {
  domain: (domain) => markup`Your wallet showed only our domain, ${domain}.`,
  text: () => 'Your wallet showed a sentence that names your Telegram account.',
  hash: () => 'Your wallet showed the hash of a sentence that names your Telegram account.',
}

/** Kinds of wallets that can be linked. */
const kinds = ({ offersEvm }: About) => (offersEvm ? 'TON or EVM' : 'TON')

function kindName(kind: WalletKind): string {
  if (kind.family === 'ton') return kind.version ?? 'other contract'
  return kind.chain === null ? 'EVM' : `contract account on ${kind.chain}`
}

function proven(proof: WalletProof): string {
  return proof.by === 'key'
    ? 'the wallet’s key signed a message made for this one time.'
    : markup`the account’s contract on ${proof.chain} accepted a signature of a message made for this one time.`
}

export const en: Messages = {
  description: (about) =>
    paragraphs(
      `${about.appName} links your ${kinds(about)} wallet to your Telegram account, with proof that it is yours.`,
      'You sign one message in your own wallet. Signing costs nothing and moves nothing.',
      'No transaction, no payment, no recovery phrase: never.',
    ),
  shortDescription: (about) => `${about.appName}: your ${kinds(about)} wallet, proven to be yours.`,
  commands: {
    connect: 'Connect a wallet',
    wallets: 'Your linked wallets',
    privacy: 'What is stored, and for how long',
    delete: 'Delete everything about you',
    help: 'How it works',
  },
  buttons: {
    connect: 'Connect wallet',
    openApp: 'Open app',
    openWallet: 'Show wallet',
    openChat: 'Open chat',
    privacy: 'Privacy policy',
    terms: 'Terms of use',
    unlink: 'Not me: unlink',
    move: 'Let it move',
    keep: 'Keep it here',
    deleteAll: 'Delete everything',
    deleteNothing: 'Cancel',
  },
  notices: {
    unknownButton: 'This button no longer works. Send /help to see what does.',
    notYourButton: 'This button is for somebody else.',
    failed: 'That did not work. Please try again in a moment.',
  },
  texts: {
    start: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> links your ${kinds(about)} wallet to your Telegram account, with proof that it is yours.`,
        '<b>What happens.</b> You choose your wallet and sign one message in it. Signing costs nothing.',
        '<b>What never happens.</b> No transaction, no payment, no recovery phrase. Nothing in your wallet can be moved from here.',
        '<b>This bot will know:</b> your wallet’s address, and that it is yours.',
      ),
    connect: () => 'Choose your wallet and sign one message. Signing costs nothing.',
    connectInGroup: (about) =>
      markup`<b>${about.appName}</b> links your ${kinds(about)} wallet to your Telegram account, with proof. You sign one message; signing costs nothing.`,
    onlyInPrivate: () => 'That stays between us: please write to me in private.',
    noWallets: () => 'No wallet is linked to your account yet.',
    walletsTitle: (count) =>
      `<b>${count} linked ${plural.select(count) === 'one' ? 'wallet' : 'wallets'}</b>`,
    walletLine: ({ address, label, kind, isPrimary, isTestnet, date }) =>
      lines(
        label === null
          ? markup`<code>${address}</code>`
          : markup`<b>${label}</b> <code>${address}</code>`,
        facts(kindName(kind), isPrimary && 'primary', isTestnet && 'testnet', `verified ${date}`),
      ),
    privacy: ({ appName }) =>
      paragraphs(
        lines(
          markup`<b>What ${appName} stores</b>`,
          '• your Telegram id, name, username and language',
          '• the wallets you link: address, kind, your label, when and how each was proven',
          '• your attempts to connect',
        ),
        '<b>How.</b> What identifies you is encrypted. Nothing else of your wallet is read or kept.',
        '<b>Who sees it.</b> The people who run this bot.',
        '<b>For how long.</b> A wallet until you unlink it; the rest until you delete it. Attempts and sign-ins expire by themselves.',
        '/delete removes everything at once.',
      ),
    help: (about) =>
      paragraphs(
        markup`<b>${about.appName}</b> proves which ${kinds(about)} wallet is yours.`,
        lines(
          '/connect connects a wallet: you sign one message, it costs nothing',
          '/wallets shows your linked wallets',
          '/privacy tells what is stored',
          '/delete deletes everything about you',
        ),
        'Nobody here will ever ask you for a recovery phrase or a payment.',
      ),
    deleteQuestion: () =>
      paragraphs(
        '<b>Delete everything about you?</b>',
        'Your account here, all linked wallets and their proofs will be gone. This cannot be undone; you can link a wallet again later.',
      ),
    deleteDone: () => 'Everything about you is deleted.',
    deleteDeclined: () => 'Nothing was deleted.',
    deleteExpired: () =>
      'This question has expired, and nothing was deleted. Send /delete to be asked again.',
    nothingStored: () => 'Nothing is stored about you.',
    unlinked: ({ wallet }) =>
      paragraphs(
        markup`Wallet <code>${wallet}</code> is no longer linked to your account.`,
        'If you did not connect it yourself, somebody may have sent you their link: sign only what you started.',
      ),
    notLinked: () => 'This wallet is no longer linked to your account.',
    consentMoved: () => 'The wallet has moved to the other account.',
    consentKept: () => 'The wallet stays linked to your account.',
    consentClosed: () => 'This question is no longer open. Nothing was changed.',
    consentWalletLimit: () =>
      'The other account cannot take another wallet. Yours stays linked to your account.',
    walletLinked: ({ wallet, domain, proof }) =>
      paragraphs(
        markup`Wallet <code>${wallet}</code> is now linked to your account.`,
        `<b>Proven:</b> ${proven(proof)} ${SHOWN[proof.binding](domain)}`,
      ),
    walletMovedHere: ({ wallet, signed }) =>
      markup`Wallet <code>${wallet}</code> has moved from another Telegram account to yours. ${signed ? 'It signed a text that names your account.' : 'The account that held it agreed.'}`,
    walletMovedAway: ({ wallet, signed }) =>
      markup`Wallet <code>${wallet}</code> has moved to another Telegram account and is no longer linked to yours. ${signed ? 'It signed a text that names that account. If it was not you who signed, somebody else can use this wallet.' : 'You agreed to it.'}`,
    walletUnlinkedByOwner: ({ wallet }) =>
      markup`The people who run this bot have unlinked wallet <code>${wallet}</code> from your account. Nothing has changed in the wallet itself.`,
    consentAsked: ({ wallet }) =>
      paragraphs(
        markup`<b>Another Telegram account has proven wallet <code>${wallet}</code>,</b> which is linked to you.`,
        'If that is your other account, let the wallet move there. If you do not know of it, keep it here: nothing changes then.',
      ),
    consentRefused: () =>
      'The wallet you proved is linked to another Telegram account, which keeps it. Nothing was linked to yours.',
  },
}
