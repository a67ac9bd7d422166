import type { IconShape } from '../icon.tsx'

export const LEAVE: IconShape = { path: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5' }
