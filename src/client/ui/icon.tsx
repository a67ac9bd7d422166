const PATHS = {
  back: 'M15 5l-7 7 7 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 6l6 6-6 6',
  clock: 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  cross: 'M7 7l10 10M17 7L7 17',
  device:
    'M8 3h8a1.5 1.5 0 011.5 1.5v15A1.5 1.5 0 0116 21H8a1.5 1.5 0 01-1.5-1.5v-15A1.5 1.5 0 018 3zM11 18h2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  gear: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4',
  leave: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  pen: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  plane: 'M21 4L3 11.2l5.6 2.2L18 7l-6.8 7.7L17.5 19z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2M14 18v2h2M20 18v2h-2',
  question: 'M9 9.2a3 3 0 115 2.2c-1.2 1-2 1.6-2 2.8M12 17.6v.2M12 3a9 9 0 100 18 9 9 0 000-18z',
  refresh: 'M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9M20 4v5h-5',
  shield: 'M12 3l7.5 2.8v5.4c0 4.4-3 8-7.5 9.8-4.5-1.8-7.5-5.4-7.5-9.8V5.8zM8.7 12l2.4 2.4 4.4-4.6',
  star: 'M12 4l2.5 5.1 5.5.8-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.8z',
  trash: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.9 13h9.2l.9-13M10 11v5.5M14 11v5.5',
  unlink:
    'M9.5 14.5l-2 2a3.2 3.2 0 01-4.5-4.5l2-2M14.5 9.5l2-2a3.2 3.2 0 014.5 4.5l-2 2M8 5.5V3M5.5 8H3M16 18.5V21M18.5 16H21',
  wallet:
    'M4 7.5h14.5A1.5 1.5 0 0120 9v9a1.5 1.5 0 01-1.5 1.5h-13A1.5 1.5 0 014 18zM4 7.5V7a2 2 0 011.6-2L15 3.5v4M16 13.5h.2',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.2',
} as const

export type IconName = keyof typeof PATHS

/** Icons that point along the line of text; a right-to-left page mirrors them. */
const DIRECTED = new Set<IconName>(['back', 'chevron'])

/** A line drawing of 24 units in the text's colour. Says nothing to a screen reader. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={DIRECTED.has(name) ? 'icon icon-directed' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
