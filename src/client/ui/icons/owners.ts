import type { IconShape } from '../icon.tsx'

export const OWNERS: IconShape = {
  path: 'M9 4.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM2.8 19.5c.4-3.5 2.9-5.6 6.2-5.6s5.8 2.1 6.2 5.6M15.8 5a3.1 3.1 0 010 5.7M18 14.4c1.9.8 3 2.6 3.2 5.1',
}
