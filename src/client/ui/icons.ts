import type { IconShape } from './first-icons.ts'

/* The icons of later screens. None is in the first script. */

export const CHART: IconShape = 'M4 20h16M7 16v-5M12 16V5M17 16V9'

export const CHAT: IconShape = 'M4 5h16v11h-9l-5 4v-4H4z'

export const CHECK: IconShape = 'M5 12.5l4.5 4.5L19 7.5'

export const CLOCK: IconShape = 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z'

export const COPY: IconShape = 'M9 9h10v11H9zM15 9V4H5v11h4'

export const CROSS: IconShape = 'M7 7l10 10M17 7L7 17'

export const DEVICE: IconShape =
  'M8 3h8a1.5 1.5 0 011.5 1.5v15A1.5 1.5 0 0116 21H8a1.5 1.5 0 01-1.5-1.5v-15A1.5 1.5 0 018 3zM11 18h2'

export const EYE: IconShape =
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4z'

export const FILE: IconShape = 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6'

export const LEAVE: IconShape = 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5'

export const LINK: IconShape =
  'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1'

export const OWNERS: IconShape =
  'M9 4.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM2.8 19.5c.4-3.5 2.9-5.6 6.2-5.6s5.8 2.1 6.2 5.6M15.8 5a3.1 3.1 0 010 5.7M18 14.4c1.9.8 3 2.6 3.2 5.1'

export const PEN: IconShape = 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5'

export const QR: IconShape =
  'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2M14 18v2h2M20 18v2h-2'

export const QUESTION: IconShape =
  'M9 9.2a3 3 0 115 2.2c-1.2 1-2 1.6-2 2.8M12 17.6v.2M12 3a9 9 0 100 18 9 9 0 000-18z'

export const REFRESH: IconShape = 'M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9M20 4v5h-5'

export const SHIELD: IconShape =
  'M12 3l7.5 2.8v5.4c0 4.4-3 8-7.5 9.8-4.5-1.8-7.5-5.4-7.5-9.8V5.8zM8.7 12l2.4 2.4 4.4-4.6'

export const STAR: IconShape = 'M12 4l2.5 5.1 5.5.8-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.8z'

export const TRASH: IconShape = 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.9 13h9.2l.9-13M10 11v5.5M14 11v5.5'

export const UNLINK: IconShape =
  'M10 7H8a5 5 0 000 10h2M14 7h2a5 5 0 013.4 8.7M9 12h3M4.5 4.5l15 15'

export const UNFOLD: IconShape = 'M6 9l6 6 6-6'
