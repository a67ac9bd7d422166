/** What a login came to, with the operator's line. Each has a sentence for its person, with what to do next, in `bot.login`. */
export const LOGIN_RESULTS = {
  signed: 'login: stored with the proof',
  declined: 'login: its person declined at Telegram',
  ended: 'login: of another browser, used before, or too late',
  unreachable: 'login: Telegram or its keys cannot be reached',
  refused: 'login: the token is not what it must be',
  unsigned: 'login: Telegram left the nonce out of the token',
  'other-account': 'login: of another Telegram account',
  'attempt-over': 'login: the attempt waits for no proof',
  'proof-changed': 'login: the proof is not awaited, or no longer the same',
} as const

export type LoginResult = keyof typeof LOGIN_RESULTS

/** Why it is not known who logged in. */
export type LoginRefusal = Extract<
  LoginResult,
  'declined' | 'ended' | 'unreachable' | 'refused' | 'unsigned'
>

export function isLoginResult(text: string | undefined): text is LoginResult {
  return text !== undefined && Object.hasOwn(LOGIN_RESULTS, text)
}
