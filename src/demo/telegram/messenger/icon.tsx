/** Strokes on a grid of 24 px. */
const PATHS = {
  back: 'M15 4.5 7.5 12l7.5 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  forward: 'M14 6l6 6-6 6M19.5 12H9a5 5 0 0 0-5 5v1',
  hash: 'M9.5 4.5 7.5 19.5M16.5 4.5l-2 15M4.5 9h15M4 15h15',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19c.6-3.4 3-5 6-5s5.4 1.6 6 5M16 5.300a3 3 0 0 1 0 5.900M17.5 14.300c2 .6 3.100 2.2 3.5 4.700',
  send: 'M12 19V5M5.5 11.5 12 5l6.5 6.5',
  menu: 'M5 7h14M5 12h14M5 17h14',
  out: 'M8 16 16 8M9 8h7v7',
  window:
    'M5 7.5A2.5 2.5 0 0 1 7.5 5h9A2.5 2.5 0 0 1 19 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 16.5zM5 9.5h14',
  sliders: 'M5 7h6M17 7h2M5 12h2M13 12h6M5 17h8M19 17h0M14 5v4M10 10v4M16 15v4',
  check: 'M4 12.5l4.5 4.5L19 6.5',
  down: 'M6 9.5l6 6 6-6',
  file: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4',
  minus: 'M6 12h12',
  square: 'M6.5 6.5h11v11h-11z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
