import type { LayoutRules } from './layout-faults.ts'
import { type WalkLook, PLAIN_LOOK } from './walk-look.ts'

/** A look in which every screen must follow the rules. */
type JudgedLook = {
  look: WalkLook
  /** Whether axe also checks it. One such look is enough for each theme and writing direction. @default false */
  isAxed?: boolean
  rules?: LayoutRules
}

const SMALL: WalkLook = { ...PLAIN_LOOK, size: { width: 320, height: 588 } }
const LARGE_TEXT: WalkLook = { ...PLAIN_LOOK, textScale: 2 }
const WIDE: WalkLook = { ...PLAIN_LOOK, size: { width: 1280, height: 800 } }
/** Letters of twice the size, or words longer than in any language, need more scrolling. */
const LONG: LayoutRules = { isPrimaryInView: false }

/** The looks for screens, by their container. */
export type LooksOf = Record<'mini-app' | 'tab', readonly JudgedLook[]>

/** Neighbouring looks are similar where that saves a change. */
const APP_LOOKS: readonly JudgedLook[] = [
  { look: PLAIN_LOOK, isAxed: true },
  { look: SMALL },
  { look: { ...SMALL, language: 'es' } },
  { look: { ...SMALL, language: 'ru' } },
  { look: { ...SMALL, language: 'qps' }, rules: LONG },
  { look: { ...LARGE_TEXT, language: 'ru' }, rules: LONG },
  { look: { ...LARGE_TEXT, language: 'fa' }, rules: LONG },
  { look: { ...SMALL, language: 'fa', theme: 'night' }, isAxed: true },
  {
    look: {
      ...PLAIN_LOOK,
      language: 'fa',
      theme: 'night',
      size: { width: 390, height: 844 },
      isFullscreen: true,
    },
  },
  {
    look: {
      ...PLAIN_LOOK,
      language: 'ru',
      theme: 'night',
      size: { width: 480, height: 648 },
      platform: 'tdesktop',
    },
  },
]

/** A page in a tab has the browser's whole window, and no Telegram around it. */
const TAB_LOOKS: readonly JudgedLook[] = [
  ...APP_LOOKS.filter(({ look }) => !look.isFullscreen && look.platform === 'ios'),
  { look: WIDE, isAxed: true },
]

export const LOOKS: LooksOf = { 'mini-app': APP_LOOKS, tab: TAB_LOOKS }

const PLAIN: readonly JudgedLook[] = [{ look: PLAIN_LOOK, isAxed: true }]

/** The look that most members have. */
export const PLAIN_LOOKS: LooksOf = { 'mini-app': PLAIN, tab: PLAIN }

const DIFFERING: readonly JudgedLook[] = [
  { look: { ...SMALL, language: 'qps' }, rules: LONG },
  { look: { ...SMALL, language: 'fa', theme: 'night' }, isAxed: true },
]

/** Narrow with the longest words; and narrow, dark, right to left. */
export const DIFFERING_LOOKS: LooksOf = { 'mini-app': DIFFERING, tab: DIFFERING }
