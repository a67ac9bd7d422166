import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { changeLook, type Holder, type WalkLook, PLAIN_LOOK } from '#tests/support/walk-look.ts'
import type { VisitedScreen } from '#tests/support/walk.ts'

/** The ways in which every screen is pictured, in the order of the gallery. */
export const VARIANTS = ['light', 'dark', 'rtl', 'small', 'fullscreen', 'desktop'] as const
export type Variant = (typeof VARIANTS)[number]

type Size = WalkLook['size']

/** What is on a picture: the simulated phone, or all that the window shows. */
type PictureScene = {
  window: Size
  of: 'phone' | 'window'
  /** Width of our page in that window, CSS px. */
  width: number
  look: Partial<WalkLook>
}

/** In this window the simulated Telegram draws a phone of 390 by 844. */
const AROUND_PHONE: Size = { width: 1280, height: 900 }
const ON_PHONE = { window: AROUND_PHONE, of: 'phone', width: 390 } as const

const inWindow = (size: Size, look: Partial<WalkLook> = {}): PictureScene => ({
  window: size,
  of: 'window',
  width: size.width,
  look,
})

/** In so narrow a window the simulated phone is as wide. */
const asWideAs = (size: Size, look: Partial<WalkLook> = {}): PictureScene => ({
  ...inWindow(size, look),
  of: 'phone',
})

const SMALL: Size = { width: 320, height: 640 }

const IN_TELEGRAM: Record<Variant, PictureScene> = {
  light: { ...ON_PHONE, look: {} },
  dark: { ...ON_PHONE, look: { theme: 'night' } },
  rtl: { ...ON_PHONE, look: { language: 'fa' } },
  small: asWideAs(SMALL),
  fullscreen: { ...ON_PHONE, look: { theme: 'night', isFullscreen: true } },
  desktop: asWideAs({ width: 480, height: 700 }, { platform: 'tdesktop' }),
}

const PHONE: Size = { width: 390, height: 844 }

/** Without Telegram there is no fullscreen of its own. */
const IN_TAB: Record<Exclude<Variant, 'fullscreen'>, PictureScene> = {
  light: inWindow(PHONE),
  dark: inWindow(PHONE, { theme: 'night' }),
  rtl: inWindow(PHONE, { language: 'fa' }),
  small: inWindow(SMALL),
  desktop: inWindow({ width: 1280, height: 800 }),
}

/** Writes the pictures of one screen into a folder; answers with the variants that there are. */
export async function takePictures(
  { name, place, holder }: VisitedScreen,
  folder: string,
): Promise<Variant[]> {
  await mkdir(folder, { recursive: true })
  const scenes: Partial<Record<Variant, PictureScene>> = place === 'tab' ? IN_TAB : IN_TELEGRAM
  const taken: Variant[] = []
  let shown = PLAIN_LOOK
  for (const variant of VARIANTS) {
    const scene = scenes[variant]
    if (scene === undefined) continue
    shown = await setScene(holder, shown, scene)
    const page = holder.frame.page()
    await writeFile(join(folder, `${name}-${variant}.png`), await picture(page, scene))
    taken.push(variant)
  }
  await setScene(holder, shown, place === 'tab' ? IN_TAB.light : IN_TELEGRAM.light)
  return taken
}

/** The page is as large as its window leaves it. */
async function setScene(holder: Holder, from: WalkLook, scene: PictureScene): Promise<WalkLook> {
  await holder.frame.page().setViewportSize(scene.window)
  const look = { ...PLAIN_LOOK, ...scene.look, size: { ...scene.window, width: scene.width } }
  await changeLook({ ...holder, setSize: () => Promise.resolve() }, from, look)
  return look
}

async function picture(page: Page, { of }: PictureScene): Promise<Buffer> {
  // Nothing is pointed at.
  await page.mouse.move(0, 0)
  for (const frame of page.frames()) {
    await frame.evaluate(() => document.fonts.ready.then(() => true))
  }
  const shot = of === 'phone' ? page.getByTestId('phone') : page
  return shot.screenshot({ animations: 'disabled', caret: 'hide' })
}
