/*
 * Codes of deep links: one letter for the kind, the version of the kind, `_`, then 16 random bytes in unpadded
 * base64url. A code contains no data: the server looks it up. The same code fits `?start=` (64 characters) and
 * `?startapp=` (512). Plain regular expressions, because the page's first script uses them and must load nothing for it.
 */

/** What a code leads to, by its first letter. */
const KINDS = {
  r: 'request',
  c: 'card',
  a: 'attempt',
  m: 'cosign',
  d: 'door',
  j: 'join',
} as const

/** Code of a connect request. */
export const REQUEST_CODE = /^r1_[0-9A-Za-z_-]{22}$/
/** Code of a shared wallet card. */
export const CARD_CODE = /^c1_[0-9A-Za-z_-]{22}$/
/** Code of a cosigning, in which owners of a multisig confirm it. */
export const COSIGNING_CODE = /^m1_[0-9A-Za-z_-]{22}$/
/** Code of a request to join a group: `j1_` and its id. */
export const JOIN_CODE = /^j1_[0-9A-Za-z_-]{22}$/
/** Start parameter of a launch by which Telegram signs a proof: it is the proof's digest, and no code. */
export const PROOF_START_PARAM = /^p1_[0-9A-Za-z_-]{43}$/
/** Start parameter that leads to the choice of a wallet, and no code. */
export const CONNECT_START_PARAM = 'connect'
/** Start parameter of the link with which `setup` ends, and no code: it leads to Home. */
export const ADMIN_START_PARAM = /^admin-([0-9A-Za-z_-]{38})$/
/**
 * Any code of this version. An attempt's is `a1_` and the attempt's id: see `attempt-code.ts`; a door's and a join's have
 * ids, too.
 */
export const CODE = /^[rcamdj]1_[0-9A-Za-z_-]{22}$/

/** What looks like one of our codes, of a future kind or version. */
const CODE_OF_OTHER_VERSION = /^[a-z]\d_[0-9A-Za-z_-]{22,}$/

/** Clients and people may change the case of a link. */
const START_OF_CODE = /^[rcampdj]\d_/i

export type StartParam =
  | { kind: (typeof KINDS)[keyof typeof KINDS]; code: string }
  | { kind: 'connect' }
  /** A link of a later version of the app. */
  | { kind: 'newer' }
  /** A code of ours that was cut off or changed. */
  | { kind: 'broken' }

/** Reads a start_param; null when there is none of ours: an operator may give parameters of their own to links. */
export function readStartParam(text: string): StartParam | null {
  // The digest of a proof leads nowhere.
  if (text === '' || PROOF_START_PARAM.test(text)) return null
  if (text === CONNECT_START_PARAM) return { kind: 'connect' }
  if (CODE.test(text)) return { kind: getKind(text), code: text }
  if (CODE_OF_OTHER_VERSION.test(text) && !/^[rcampdj]1_/.test(text)) return { kind: 'newer' }
  return START_OF_CODE.test(text) ? { kind: 'broken' } : null
}

function getKind(code: string): (typeof KINDS)[keyof typeof KINDS] {
  const letter = code.charAt(0)
  return isLetter(letter) ? KINDS[letter] : KINDS.m
}

function isLetter(letter: string): letter is keyof typeof KINDS {
  return letter in KINDS
}

/** @param chatId ours */
export function doorCode(chatId: string): string {
  return `d1_${chatId}`
}

export function joinCode(id: string): string {
  return `j1_${id}`
}

/** The id in the code of a door or of a request to join. */
export function getCodeId(code: string): string {
  return code.slice('j1_'.length)
}
