import type { IconShape } from '../icon.tsx'

export const TRASH: IconShape = {
  path: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.9 13h9.2l.9-13M10 11v5.5M14 11v5.5',
}
