/** How good or bad what is shown is. */
export type Tone = 'success' | 'danger' | 'warning' | 'quiet'
