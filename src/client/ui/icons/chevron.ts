import type { IconShape } from '../icon.tsx'

export const CHEVRON: IconShape = { path: 'M9 6l6 6-6 6', isDirected: true }
