import type { IconShape } from '../icon.tsx'

export const PEN: IconShape = { path: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5' }
