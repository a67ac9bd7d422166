import * as v from 'valibot'

export const PLATFORMS = ['ios', 'android', 'tdesktop', 'macos', 'web', 'weba'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Whether it runs on a phone, whose edges the client has to spare. */
export function isPhone(platform: Platform): boolean {
  return platform === 'ios' || platform === 'android'
}

export const THEMES = ['day', 'night'] as const
export type Theme = (typeof THEMES)[number]

export const VersionSchema = v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{1,2}$/))

/** Versions of the Mini Apps protocol that clients of the demo can pretend to speak. */
export const VERSIONS = [
  '6.0',
  '6.1',
  '6.2',
  '6.9',
  '7.0',
  '7.7',
  '7.10',
  '8.0',
  '9.0',
  '9.1',
  '9.6',
] as const

/** What a device's home screen says of the app. */
export const HOME_SCREENS = ['missed', 'added', 'unknown', 'unsupported'] as const
export type HomeScreen = (typeof HOME_SCREENS)[number]

/**
 * Keys of `tgWebAppThemeParams` with the protocol version that brought each.
 * Source: https://core.telegram.org/bots/webapps#themeparams
 */
const KEYS = {
  bg_color: '6.0',
  text_color: '6.0',
  hint_color: '6.0',
  link_color: '6.0',
  button_color: '6.0',
  button_text_color: '6.0',
  secondary_bg_color: '6.1',
  header_bg_color: '7.0',
  accent_text_color: '7.0',
  section_bg_color: '7.0',
  section_header_text_color: '7.0',
  subtitle_text_color: '7.0',
  destructive_text_color: '7.0',
  section_separator_color: '7.6',
  bottom_bar_bg_color: '7.10',
} as const

type ThemeKey = keyof typeof KEYS
export type ThemeParams = Partial<Record<ThemeKey, string>>
type Palette = Record<ThemeKey, string>

/** True when a client of `version` knows what came with `since`. */
export function isAtLeast(version: string, since: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number)
  return major === sinceMajor ? minor >= sinceMinor : major > sinceMajor
}

/** The colours that a client of this platform draws itself with. */
export function getPalette(platform: Platform, theme: Theme): Palette {
  return PALETTES[platform][theme]
}

/** The colours that a client of this platform and version reports to a Mini App. */
export function getThemeParams(client: {
  platform: Platform
  theme: Theme
  version: string
}): ThemeParams {
  const known = Object.entries(KEYS).filter(([, since]) => isAtLeast(client.version, since))
  const names = new Set(known.map(([key]) => key))
  const colours = Object.entries(getPalette(client.platform, client.theme))
  return Object.fromEntries(colours.filter(([key]) => names.has(key)))
}

const IOS: Record<Theme, Palette> = {
  day: {
    bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#8e8e93',
    link_color: '#007aff',
    button_color: '#007aff',
    button_text_color: '#ffffff',
    secondary_bg_color: '#efeff4',
    header_bg_color: '#f8f8f8',
    accent_text_color: '#007aff',
    section_bg_color: '#ffffff',
    section_header_text_color: '#6d6d72',
    subtitle_text_color: '#8e8e93',
    destructive_text_color: '#ff3b30',
    section_separator_color: '#c8c7cc',
    bottom_bar_bg_color: '#f2f2f2',
  },
  night: {
    bg_color: '#000000',
    text_color: '#ffffff',
    hint_color: '#98989e',
    link_color: '#3e88f7',
    button_color: '#3e88f7',
    button_text_color: '#ffffff',
    secondary_bg_color: '#1c1c1d',
    header_bg_color: '#1a1a1a',
    accent_text_color: '#3e88f7',
    section_bg_color: '#2c2c2e',
    section_header_text_color: '#8d8e93',
    subtitle_text_color: '#98989e',
    destructive_text_color: '#eb5545',
    section_separator_color: '#545458',
    bottom_bar_bg_color: '#1d1d1d',
  },
}

const ANDROID: Record<Theme, Palette> = {
  day: {
    bg_color: '#ffffff',
    text_color: '#222222',
    hint_color: '#a8a8a8',
    link_color: '#2678b6',
    button_color: '#50a8eb',
    button_text_color: '#ffffff',
    secondary_bg_color: '#f0f0f0',
    header_bg_color: '#527da3',
    accent_text_color: '#1c93e3',
    section_bg_color: '#ffffff',
    section_header_text_color: '#3a95d5',
    subtitle_text_color: '#82868a',
    destructive_text_color: '#cc2929',
    section_separator_color: '#d9d9d9',
    bottom_bar_bg_color: '#f0f0f0',
  },
  night: {
    bg_color: '#1d2733',
    text_color: '#ffffff',
    hint_color: '#7d8b99',
    link_color: '#5eabe1',
    button_color: '#50a8eb',
    button_text_color: '#ffffff',
    secondary_bg_color: '#151e27',
    header_bg_color: '#242d39',
    accent_text_color: '#64b5ef',
    section_bg_color: '#1d2733',
    section_header_text_color: '#79c4fc',
    subtitle_text_color: '#7b8790',
    destructive_text_color: '#ee686f',
    section_separator_color: '#0d1218',
    bottom_bar_bg_color: '#151e27',
  },
}

const DESKTOP: Record<Theme, Palette> = {
  day: {
    bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#999999',
    link_color: '#168acd',
    button_color: '#40a7e3',
    button_text_color: '#ffffff',
    secondary_bg_color: '#f1f1f1',
    header_bg_color: '#ffffff',
    accent_text_color: '#168acd',
    section_bg_color: '#ffffff',
    section_header_text_color: '#168acd',
    subtitle_text_color: '#999999',
    destructive_text_color: '#d14e4e',
    section_separator_color: '#e7e7e7',
    bottom_bar_bg_color: '#ffffff',
  },
  night: {
    bg_color: '#17212b',
    text_color: '#f5f5f5',
    hint_color: '#708499',
    link_color: '#6ab3f3',
    button_color: '#5288c1',
    button_text_color: '#ffffff',
    secondary_bg_color: '#232e3c',
    header_bg_color: '#17212b',
    accent_text_color: '#6ab2f2',
    section_bg_color: '#17212b',
    section_header_text_color: '#6ab3f3',
    subtitle_text_color: '#708499',
    destructive_text_color: '#ec3942',
    section_separator_color: '#111921',
    bottom_bar_bg_color: '#17212b',
  },
}

const MACOS: Record<Theme, Palette> = {
  day: {
    bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#999999',
    link_color: '#2481cc',
    button_color: '#2481cc',
    button_text_color: '#ffffff',
    secondary_bg_color: '#efeff3',
    header_bg_color: '#efeff3',
    accent_text_color: '#2481cc',
    section_bg_color: '#ffffff',
    section_header_text_color: '#6d6d71',
    subtitle_text_color: '#999999',
    destructive_text_color: '#ff3b30',
    section_separator_color: '#eaeaea',
    bottom_bar_bg_color: '#ffffff',
  },
  night: {
    bg_color: '#18222d',
    text_color: '#ffffff',
    hint_color: '#b1c3d5',
    link_color: '#62bcf9',
    button_color: '#2ea6ff',
    button_text_color: '#ffffff',
    secondary_bg_color: '#131415',
    header_bg_color: '#131415',
    accent_text_color: '#2ea6ff',
    section_bg_color: '#18222d',
    section_header_text_color: '#b1c3d5',
    subtitle_text_color: '#b1c3d5',
    destructive_text_color: '#ef5b5b',
    section_separator_color: '#213040',
    bottom_bar_bg_color: '#18222d',
  },
}

const WEB: Record<Theme, Palette> = {
  day: {
    bg_color: '#ffffff',
    text_color: '#000000',
    hint_color: '#707579',
    link_color: '#3390ec',
    button_color: '#3390ec',
    button_text_color: '#ffffff',
    secondary_bg_color: '#f4f4f5',
    header_bg_color: '#ffffff',
    accent_text_color: '#3390ec',
    section_bg_color: '#ffffff',
    section_header_text_color: '#707579',
    subtitle_text_color: '#707579',
    destructive_text_color: '#df3f40',
    section_separator_color: '#dfe1e5',
    bottom_bar_bg_color: '#ffffff',
  },
  night: {
    bg_color: '#212121',
    text_color: '#ffffff',
    hint_color: '#aaaaaa',
    link_color: '#8774e1',
    button_color: '#8774e1',
    button_text_color: '#ffffff',
    secondary_bg_color: '#181818',
    header_bg_color: '#212121',
    accent_text_color: '#8774e1',
    section_bg_color: '#212121',
    section_header_text_color: '#aaaaaa',
    subtitle_text_color: '#aaaaaa',
    destructive_text_color: '#e53935',
    section_separator_color: '#303030',
    bottom_bar_bg_color: '#212121',
  },
}

const PALETTES: Record<Platform, Record<Theme, Palette>> = {
  ios: IOS,
  android: ANDROID,
  tdesktop: DESKTOP,
  macos: MACOS,
  web: WEB,
  weba: WEB,
}
