/** SVG path in a box of 24 units. The shapes are in `first-icons.ts` and `icons.ts`. */
export type IconShape = string
