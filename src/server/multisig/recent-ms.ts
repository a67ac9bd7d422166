/**
 * A reading that is at most this old counts as current, in milliseconds, where it links nothing: for lists, and for who
 * may start to confirm.
 */
export const RECENT_MS = 10_000
