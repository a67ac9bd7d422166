import type { IconShape } from '../icon.tsx'

export const STAR: IconShape = {
  path: 'M12 4l2.5 5.1 5.5.8-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.8z',
}
