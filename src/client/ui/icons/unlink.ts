import type { IconShape } from '../icon.tsx'

export const UNLINK: IconShape = {
  path: 'M9.5 14.5l-2 2a3.2 3.2 0 01-4.5-4.5l2-2M14.5 9.5l2-2a3.2 3.2 0 014.5 4.5l-2 2M8 5.5V3M5.5 8H3M16 18.5V21M18.5 16H21',
}
