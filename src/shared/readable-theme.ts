/** Colours by Telegram's names (`bg_color`), `#RRGGBB` each. Any may be missing. */
export type GivenTheme = Readonly<Record<string, string>>

export type ReadableTheme = {
  isDark: boolean
  /** By the names that the page's styles use, ready for CSS. */
  colors: Readonly<Record<string, string>>
}

type WantedColors = {
  /** Used where the theme has no background. */
  prefersDark: boolean
  /** From 1 to 21. WCAG 2.2 requires for text: 4.5 (1.4.3, AA), 7 (1.4.6, AAA). */
  ratio: number
}

type RgbBytes = Uint8ClampedArray
type Take = (...names: string[]) => RgbBytes | undefined
type IsReadable = (one: RgbBytes, other: RgbBytes) => boolean

const WHITE = parse('#ffffff')
const BLACK = parse('#000000')
/** Used where the theme does not say. */
const DARK_SURFACE = parse('#1c1c1e')
const ACCENT = parse('#1a7de6')
const DANGER = parse('#e0342f')
const SUCCESS = parse('#1f9d4d')
const WARNING = parse('#b86a00')

/** Luminance on which white and black are equally readable. */
const MIDDLE = 0.179
/** How much darker the page is than its sections where the theme does not say, of 255. */
const PAGE_STEP = -14
/** How much of the text's colour tints a pressed element, of 255. */
const TINT = 20
/** Browsers and checkers round transparency, of 255. */
const ROUNDING = 1

/**
 * Telegram's colours, each made lighter or darker only as far as needed to be readable on all its backgrounds. A
 * readable theme stays as it is; a missing colour is replaced by one that fits the others.
 */
export function readableTheme(
  given: GivenTheme,
  { prefersDark, ratio }: WantedColors,
): ReadableTheme {
  const take: Take = (...names) => {
    const color = names.map((name) => given[name]).find(Boolean)
    return color === undefined ? color : parse(color)
  }
  const isReadable: IsReadable = (one, other) => contrast(one, other) >= ratio
  const base = take('section_bg_color', 'bg_color') ?? (prefersDark ? DARK_SURFACE : WHITE)
  const isDark = luminance(base) < MIDDLE
  const ink = isDark ? WHITE : BLACK
  const colors: Record<string, string> = { fill: hex([...ink, TINT]) }
  const shown = { ...getTexts(take, { base, ink, isReadable }), ...getButton(take, isReadable) }
  for (const [name, color] of Object.entries(shown)) colors[name] = hex(color)
  return { isDark, colors }
}

type ThemePair = { base: RgbBytes; ink: RgbBytes; isReadable: IsReadable }

/** First the backgrounds, so that black or white is readable on each of them; then what is on them. */
function getTexts(take: Take, { base, ink, isReadable }: ThemePair) {
  const step = ink === WHITE ? 1 : -1
  const pressed = (background: RgbBytes) =>
    background.map((part, at) => part + (((ink[at] ?? 0) - part) * (TINT + ROUNDING)) / 255)
  const surface = move(base, -step, (background) => isReadable(pressed(background), ink))
  const page = take('secondary_bg_color') ?? shift(surface, PAGE_STEP)
  const bg = move(page, -step, (background) => isReadable(background, ink))
  const everywhere = [surface, bg, pressed(surface)]
  const on = (color: RgbBytes, backgrounds = everywhere) =>
    move(color, step, (tried) => backgrounds.every((background) => isReadable(tried, background)))
  // A missing one is the background's own colour, moved until it is readable.
  const hint = on(take('subtitle_text_color', 'hint_color') ?? surface)
  return {
    surface,
    bg,
    text: on(take('text_color') ?? ink),
    hint,
    header: on(take('section_header_text_color') ?? hint, [bg]),
    link: on(take('accent_text_color', 'link_color') ?? ACCENT),
    danger: on(take('destructive_text_color') ?? DANGER),
    success: on(SUCCESS),
    warning: on(WARNING),
  }
}

/** Moves the text as far as possible; where that is not enough, moves the button the opposite way. */
function getButton(take: Take, isReadable: IsReadable) {
  const wanted = take('button_color') ?? ACCENT
  const wishedText = take('button_text_color') ?? WHITE
  const difference = luminance(wishedText) - luminance(wanted)
  const step = (difference || MIDDLE - luminance(wanted)) > 0 ? 1 : -1
  const text = move(wishedText, step, (tried) => isReadable(tried, wanted))
  return {
    'button-text': text,
    button: move(wanted, -step, (tried) => isReadable(tried, text)),
  }
}

/** Moves a colour as little as needed to be good; at most to black or white, which must be good. */
function move(color: RgbBytes, step: number, isGood: (color: RgbBytes) => boolean): RgbBytes {
  let [bad, good] = isGood(color) ? [-1, 0] : [0, 255]
  while (good - bad > 1) {
    const tried = (bad + good) >> 1
    if (isGood(shift(color, step * tried))) good = tried
    else bad = tried
  }
  return shift(color, step * good)
}

/** Lighter or darker by the same amount in every part, which keeps a colour more vivid than mixing it with white. */
function shift(color: RgbBytes, by: number): RgbBytes {
  return color.map((part) => part + by)
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: RgbBytes, other: RgbBytes): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** WCAG 2.2, "relative luminance", from 0 to 1. */
function luminance(color: RgbBytes): number {
  const [red = 0, green = 0, blue = 0] = Array.from(color, (part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @param color `#rrggbb` */
function parse(color: string): RgbBytes {
  return Uint8ClampedArray.from([1, 3, 5], (at) => parseInt(color.slice(at, at + 2), 16))
}

function hex(parts: Iterable<number>): string {
  return `#${Array.from(parts, (part) => part.toString(16).padStart(2, '0')).join('')}`
}
