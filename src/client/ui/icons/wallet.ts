import type { IconShape } from '../icon.tsx'

export const WALLET: IconShape = {
  path: 'M4 7.5h14.5A1.5 1.5 0 0120 9v9a1.5 1.5 0 01-1.5 1.5h-13A1.5 1.5 0 014 18zM4 7.5V7a2 2 0 011.6-2L15 3.5v4M16 13.5h.2',
}
