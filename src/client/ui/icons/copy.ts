import type { IconShape } from '../icon.tsx'

export const COPY: IconShape = { path: 'M9 9h10v11H9zM15 9V4H5v11h4' }
