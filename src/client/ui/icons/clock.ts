import type { IconShape } from '../icon.tsx'

export const CLOCK: IconShape = { path: 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z' }
