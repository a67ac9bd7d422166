/* The icons of the first screens: they are in the first script. */

export const BACK: IconShape = 'M15 5l-7 7 7 7'

export const CHEVRON: IconShape = 'M9 6l6 6-6 6'

export const GEAR: IconShape = 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4'

export const PLANE: IconShape = 'M21 4L3 11.2l5.6 2.2L18 7l-6.8 7.7L17.5 19z'

export const WALLET: IconShape =
  'M4 7.5h14.5A1.5 1.5 0 0120 9v9a1.5 1.5 0 01-1.5 1.5h-13A1.5 1.5 0 014 18zM4 7.5V7a2 2 0 011.6-2L15 3.5v4M16 13.5h.2'

export const WARNING: IconShape = 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.2'

/** SVG path in a box of 24 units. The shapes are in `first-icons.ts` and `icons.ts`. */
export type IconShape = string
