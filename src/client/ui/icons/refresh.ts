import type { IconShape } from '../icon.tsx'

export const REFRESH: IconShape = { path: 'M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9M20 4v5h-5' }
