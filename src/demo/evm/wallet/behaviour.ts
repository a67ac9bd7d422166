/** How the wallet answers when its owner approves a connection: honestly, late, or not as it should. */
export const CONNECT_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'every-account',
  'without-signing',
  'texts-only',
  'other-chain',
  'drop-relay',
  'silence-relay',
  'disconnect-afterwards',
  'no-answer',
] as const

/** The same, where the app has also asked for a signature: the wallet shows the text and signs it in this step. */
export const SIGN_IN_BEHAVIOURS = [
  'sign-in',
  'sign-in-wrong-key',
  'sign-in-altered-text',
  'sign-in-twice',
] as const

export type ConnectBehaviour =
  | (typeof CONNECT_BEHAVIOURS)[number]
  | (typeof SIGN_IN_BEHAVIOURS)[number]

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

/** The same for a text that it signs as the treasury. */
export const TREASURY_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'tab-closed',
  'on-chain',
  'wrong-key',
  'altered-text',
  'garbage-signature',
  'empty-signature',
  'drop-relay',
  'silence-relay',
  'disconnect',
  'no-answer',
] as const

/** The same for a message that an owner signs for a Safe. */
export const SAFE_MESSAGE_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'recovery-id',
  'wrong-key',
  'altered-message',
  'for-other-safe',
  'for-other-chain',
  'garbage-signature',
  'empty-signature',
  'oversized-signature',
  'unsupported-method',
  'on-chain',
  'drop-relay',
  'silence-relay',
  'disconnect',
  'no-answer',
] as const

export type SignBehaviour =
  | (typeof SIGN_BEHAVIOURS)[number]
  | (typeof TREASURY_BEHAVIOURS)[number]
  | (typeof SAFE_MESSAGE_BEHAVIOURS)[number]

export type EvmBehaviour = ConnectBehaviour | SignBehaviour

export const BEHAVIOUR_LABELS: Record<EvmBehaviour, string> = {
  honest: 'Honestly, immediately',
  'sign-in': 'Honestly, and sign in the same step',
  'sign-in-wrong-key': 'In the same step, signed by somebody else’s key',
  'sign-in-altered-text': 'In the same step, with one letter changed',
  'sign-in-twice': 'In the same step, with two signatures',
  'wait-5-seconds': 'Honestly, after 5 seconds',
  'wait-until-asked': 'Honestly, when you say so',
  'every-account': 'With all accounts, this one first',
  'without-signing': 'As a wallet that signs no texts',
  'texts-only': 'As a wallet that signs texts only',
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
  'tab-closed': 'Signed after the tab was closed',
  'on-chain': 'On the chain, without an answer',
  'recovery-id': 'Honestly, as some hardware wallets',
  'altered-message': 'Signed for another message',
  'for-other-safe': 'Signed for another Safe',
  'for-other-chain': 'Signed for another chain',
  'unsupported-method': 'Method not supported',
}
