import type { IconShape } from '../icon.tsx'

export const CHART: IconShape = { path: 'M4 20h16M7 16v-5M12 16V5M17 16V9' }
