import type { IconShape } from '../icon.tsx'

export const CHAT: IconShape = { path: 'M4 5h16v11h-9l-5 4v-4H4z' }
