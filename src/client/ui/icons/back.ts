import type { IconShape } from '../icon.tsx'

export const BACK: IconShape = { path: 'M15 5l-7 7 7 7', isDirected: true }
