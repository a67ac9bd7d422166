import type { IconShape } from '../icon.tsx'

export const QUESTION: IconShape = {
  path: 'M9 9.2a3 3 0 115 2.2c-1.2 1-2 1.6-2 2.8M12 17.6v.2M12 3a9 9 0 100 18 9 9 0 000-18z',
}
