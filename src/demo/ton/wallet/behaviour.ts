/** How the wallet answers when its owner approves: honestly, late, or with one thing wrong. */
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
  'garbage-signature',
  'disconnect-afterwards',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

export const BEHAVIOUR_LABELS: Record<Behaviour, string> = {
  honest: 'Honestly, at once',
  'wait-5-seconds': 'Honestly, after 5 seconds',
  'wait-until-asked': 'Honestly, when you say so',
  reject: 'Refuse',
  'wrong-key': 'Signed by somebody else’s key',
  'rotated-out-key': 'Signed by the first key',
  'wrong-domain': 'Signed for another site',
  'stale-timestamp': 'Signed an hour ago',
  'future-timestamp': 'Signed an hour ahead',
  'wrong-network': 'From the other network',
  'no-proof': 'Without a proof',
  'garbage-signature': 'With a garbage signature',
  'disconnect-afterwards': 'Honestly, then disconnect',
}
