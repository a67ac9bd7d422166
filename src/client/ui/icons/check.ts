import type { IconShape } from '../icon.tsx'

export const CHECK: IconShape = { path: 'M5 12.5l4.5 4.5L19 7.5' }
