/** How good or bad the shown state is. */
export type Tone = 'success' | 'danger' | 'warning' | 'quiet'
