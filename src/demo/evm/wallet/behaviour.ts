/** How the wallet answers when its owner approves a connection: honestly, late, or not as it should. */
export const CONNECT_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'without-signing',
  'other-chain',
  'drop-relay',
  'silence-relay',
  'disconnect-afterwards',
  'no-answer',
] as const
export type ConnectBehaviour = (typeof CONNECT_BEHAVIOURS)[number]

/** How it answers when its owner approves a text. */
export const SIGN_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'wrong-key',
  'altered-text',
  'garbage-signature',
  'empty-signature',
  'oversized-signature',
  'drop-relay',
  'silence-relay',
  'disconnect',
  'no-answer',
] as const
export type SignBehaviour = (typeof SIGN_BEHAVIOURS)[number]

export type Behaviour = ConnectBehaviour | SignBehaviour

export const BEHAVIOUR_LABELS: Record<Behaviour, string> = {
  honest: 'Honestly, at once',
  'wait-5-seconds': 'Honestly, after 5 seconds',
  'wait-until-asked': 'Honestly, when you say so',
  'without-signing': 'As a wallet that signs no texts',
  'other-chain': 'On a chain that nobody asked for',
  'drop-relay': 'Honestly; the app’s line breaks',
  'silence-relay': 'Honestly; the app’s line goes dead',
  'disconnect-afterwards': 'Honestly, then disconnect',
  'no-answer': 'Not at all',
  'wrong-key': 'Signed by somebody else’s key',
  'altered-text': 'Signed with one letter changed',
  'garbage-signature': 'With a garbage signature',
  'empty-signature': 'With an empty signature',
  'oversized-signature': 'With a signature that is too long',
  disconnect: 'Disconnect instead',
}
