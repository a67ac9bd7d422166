import type { RequestMessages } from './messages.ts'

export const en = {
  asks: (appName) => `${appName} asks for your wallet`,
  asksText: 'Answer with a wallet that you have proven to be yours. You decide which one.',
  knows: 'This bot will know',
  promises: {
    account: { name: 'Your Telegram account', sentence: 'That the answer comes from you.' },
    wallet: {
      name: 'The wallet you choose',
      sentence: 'Its address, and how you proved that it is yours.',
    },
  },
  family: 'Kind of wallet',
  until: 'Open until',
  canTakeBack: 'You can take your answer back at any time.',
  choose: 'Answer with',
  answer: 'Answer with this wallet',
  connect: 'Connect wallet',
  another: 'Connect another wallet',
  unavailable: 'A wallet of this kind cannot be connected here.',
  unlinked: 'The wallet of your answer is no longer linked. Choose another one.',
  answered: 'Answered',
  answeredText: (appName) => `${appName} knows that this wallet is yours.`,
  shared: 'Your answer',
  answeredAt: 'Answered',
  gone: 'This wallet is no longer linked',
  takeBack: 'Take back',
  takeBackNote: 'The wallet stays linked to your account here.',
  takeBackAsk: {
    title: 'Take your answer back?',
    message: 'Whoever asked will be told that you took it back.',
    confirm: 'Take back',
  },
  backToChat: 'Back to chat',
  closed: { name: 'This request is closed', sentence: 'It takes no more answers.' },
  expired: (date) => ({
    name: 'This request has ended',
    sentence: `It could be answered until ${date}. Ask for a new link.`,
  }),
  missing: {
    name: 'No such request',
    sentence: 'The link may be incomplete. Ask for it once more.',
  },
} satisfies RequestMessages
