/** How the wallet answers a connect request when its owner approves: honestly, late, or with one thing wrong. */
export const BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'reject',
  'wrong-key',
  'rotated-out-key',
  'wrong-domain',
  'stale-timestamp',
  'future-timestamp',
  'wrong-network',
  'no-proof',
  'no-texts',
  'garbage-signature',
  'disconnect-afterwards',
] as const

/** The same for a text that it is asked to sign. */
export const TEXT_BEHAVIOURS = [
  'honest',
  'wait-5-seconds',
  'wait-until-asked',
  'reject',
  'wrong-key',
  'rotated-out-key',
  'other-text',
  'wrong-domain',
  'stale-timestamp',
  'future-timestamp',
  'garbage-signature',
  'disconnect-instead',
] as const

export type TextBehaviour = (typeof TEXT_BEHAVIOURS)[number]
export type TonBehaviour = (typeof BEHAVIOURS)[number] | TextBehaviour

export const BEHAVIOUR_LABELS: Record<TonBehaviour, string> = {
  honest: 'Honestly, at once',
  'wait-5-seconds': 'Honestly, after 5 seconds',
  'wait-until-asked': 'Honestly, when you say so',
  reject: 'Refuse',
  'wrong-key': 'Signed by somebody else’s key',
  'rotated-out-key': 'Signed by the first key',
  'other-text': 'Signed another text',
  'wrong-domain': 'Signed for another site',
  'stale-timestamp': 'Signed an hour ago',
  'future-timestamp': 'Signed an hour ahead',
  'wrong-network': 'From the other network',
  'no-proof': 'Without a proof',
  'no-texts': 'As a wallet that signs no texts',
  'garbage-signature': 'With a garbage signature',
  'disconnect-afterwards': 'Honestly, then disconnect',
  'disconnect-instead': 'Not at all: disconnect',
}
