import type { IconShape } from '../icon.tsx'

export const CROSS: IconShape = { path: 'M7 7l10 10M17 7L7 17' }
