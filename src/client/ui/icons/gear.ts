import type { IconShape } from '../icon.tsx'

export const GEAR: IconShape = {
  path: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4',
}
