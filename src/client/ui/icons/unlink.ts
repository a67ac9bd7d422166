import type { IconShape } from '../icon.tsx'

export const UNLINK: IconShape = {
  path: 'M10 7H8a5 5 0 000 10h2M14 7h2a5 5 0 013.4 8.7M9 12h3M4.5 4.5l15 15',
}
