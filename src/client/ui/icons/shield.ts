import type { IconShape } from '../icon.tsx'

export const SHIELD: IconShape = {
  path: 'M12 3l7.5 2.8v5.4c0 4.4-3 8-7.5 9.8-4.5-1.8-7.5-5.4-7.5-9.8V5.8zM8.7 12l2.4 2.4 4.4-4.6',
}
