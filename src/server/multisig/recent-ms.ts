/**
 * A reading as young as this is as good as one of now, in milliseconds, where nothing is linked by it: who is listed, and
 * who may begin to confirm.
 */
export const RECENT_MS = 10_000
