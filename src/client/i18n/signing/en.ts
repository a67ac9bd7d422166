import type { SigningMessages } from './messages.ts'

export const en = {
  title: 'Sign the text',
  connect: 'Approve the connection',
  sign: 'Sign the text',
  text: 'Your wallet will show this text',
  textNote:
    'Your Telegram account is marked. If the wallet shows any other text or account, reject it.',
  account: 'Account that signs',
  press: 'Sign in wallet',
  hint: 'One more tap: the wallet opens and asks you to sign. It costs nothing.',
  hintWaiting: (wallet) => `Waiting for your signature in ${wallet}…`,
  stronger: {
    name: 'Make it stronger',
    sentence:
      'Your wallet has named this app, but not your Telegram account. Sign a sentence that does: then nobody else can use this proof as theirs.',
    action: 'Sign the sentence',
  },
  declined: 'You declined in the wallet. What is proven already stays.',
  moveNow: {
    name: 'No need to wait',
    sentence:
      'Sign a sentence that names your Telegram account, and the wallet moves to you at once.',
    action: 'Sign the sentence',
  },
} satisfies SigningMessages
