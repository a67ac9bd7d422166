import type { IconShape } from '../icon.tsx'

export const PLANE: IconShape = { path: 'M21 4L3 11.2l5.6 2.2L18 7l-6.8 7.7L17.5 19z' }
