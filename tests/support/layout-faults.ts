import type { Frame } from 'playwright-core'
import * as v from 'valibot'

const LayoutFaultSchema = v.object({
  kind: v.picklist([
    'sideways',
    'cut-off',
    'overlap',
    'small-target',
    'covered',
    'out-of-view',
    'moving',
  ]),
  /** The element and the size of the fault. */
  detail: v.string(),
})

/** A layout fault on a screen. */
export type LayoutFault = v.InferOutput<typeof LayoutFaultSchema>

export type LayoutRules = {
  /**
   * Whether the screen's primary action must be in view before anything is scrolled.
   *
   * @default true
   */
  isPrimaryInView?: boolean
}

/** Finds layout faults in the current content of a frame. It measures and does not compare pictures. */
export async function findLayoutFaults(
  frame: Frame,
  { isPrimaryInView = true }: LayoutRules = {},
): Promise<LayoutFault[]> {
  const rules = isPrimaryInView ? [...RULES, findOutOfView] : RULES
  const measure = `(() => {
    ${IN_PAGE.map(String).join('\n')}
    ${findOutOfView.toString()}
    const scene = readScene()
    return [${rules.map((rule) => `...${rule.name}(scene)`).join(', ')}]
  })()`
  return v.parse(v.array(LayoutFaultSchema), await frame.evaluate(measure))
}

/* The following code runs in the page as text, so it may use only the functions of {@link IN_PAGE}. */

type LayoutPiece = { element: Element; box: DOMRect; isText: boolean }

type LayoutScene = {
  pieces: LayoutPiece[]
  /** The open dialog. Elements under it cannot be reached. */
  dialog: Element | null
}

/** Every line of text and every control in view, in document order. */
function readScene(): LayoutScene {
  document.documentElement.scrollTop = 0
  const dialog = document.querySelector('dialog[open]')
  const scope = dialog ?? document.body
  return { pieces: [...readTexts(scope), ...readControls(scope)], dialog }
}

function readTexts(scope: Element): LayoutPiece[] {
  const pieces: LayoutPiece[] = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || node.textContent?.trim() === '' || !isDrawn(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width > 0 && box.height > 0) pieces.push({ element, box, isText: true })
    }
  }
  return pieces
}

function readControls(scope: Element): LayoutPiece[] {
  const controls =
    'a[href], button, input, textarea, select, [role=button], [role=link], [role=switch], [role=tab]'
  return [...scope.querySelectorAll(controls)]
    .filter(isDrawn)
    .map((element) => ({ element, box: element.getBoundingClientRect(), isText: false }))
}

function isDrawn(element: Element): boolean {
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.hidden, [inert], script, style') === null
  )
}

function nameOf(element: Element): string {
  const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
  const kind = element.classList[0] === undefined ? '' : `.${element.classList[0]}`
  return `${element.tagName.toLowerCase()}${kind} “${words.replaceAll(/\s+/gu, ' ').slice(0, 60)}”`
}

function px(value: number): string {
  return `${Math.round(value)} px`
}

/** The part of the page that the device and Telegram cover, CSS px. */
function inset(side: 'top' | 'bottom'): number {
  const { style } = document.documentElement
  return Number.parseFloat(style.getPropertyValue(`--safe-${side}`)) || 0
}

/** Browsers lay out in fractions of pixels. */
function isBeyond(value: number, limit: number): boolean {
  return value > limit + 1
}

function findSideways({ pieces }: LayoutScene): LayoutFault[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const page = isBeyond(scrollWidth, clientWidth)
    ? [`the page is ${px(scrollWidth)} wide in ${px(clientWidth)}`]
    : []
  const outside = pieces
    .filter(({ box }) => isBeyond(0, box.left) || isBeyond(box.right, window.innerWidth))
    .map(({ element, box }) => `${nameOf(element)} from ${px(box.left)} to ${px(box.right)}`)
  return [...page, ...outside].map((detail) => ({ kind: 'sideways', detail }))
}

/** Finds text that reaches out of a clipping box, unless it can be scrolled to or ends in an ellipsis. */
function findCutOff({ pieces }: LayoutScene): LayoutFault[] {
  return pieces
    .filter(({ isText }) => isText)
    .flatMap((piece) =>
      clippers(piece)
        .filter((clip) => isCutBy(piece, clip))
        .map((clip) => ({ piece, clip })),
    )
    .map(({ piece, clip }) => ({
      kind: 'cut-off',
      detail: `${nameOf(piece.element)} in ${nameOf(clip)}`,
    }))
}

/** The boxes around a text that may clip it, from the inside up to the first scrollable one. */
function clippers({ element }: LayoutPiece): Element[] {
  const found: Element[] = []
  for (
    let box: Element | null = element;
    box !== null && box !== document.body;
    box = box.parentElement
  ) {
    const { overflowY } = getComputedStyle(box)
    if (['auto', 'scroll'].includes(overflowY)) break
    if (overflowY !== 'visible') found.push(box)
  }
  return found
}

function isCutBy({ box }: LayoutPiece, clip: Element): boolean {
  const outer = clip.getBoundingClientRect()
  // Glyphs do not fill their line.
  const spare = box.height * 0.3
  const isCutAcross = isBeyond(outer.left, box.left) || isBeyond(box.right, outer.right)
  const hasEllipsis = getComputedStyle(clip).textOverflow === 'ellipsis'
  return (
    (isCutAcross && !hasEllipsis) ||
    box.top < outer.top - spare ||
    box.bottom > outer.bottom + spare
  )
}

function findOverlaps({ pieces }: LayoutScene): LayoutFault[] {
  return pieces.flatMap((one, index) =>
    pieces
      .slice(index + 1)
      .filter((other) => isOver(one, other))
      .map((other) => ({
        kind: 'overlap',
        detail: `${nameOf(one.element)} and ${nameOf(other.element)}`,
      })),
  )
}

function isOver(one: LayoutPiece, other: LayoutPiece): boolean {
  const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
  const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
  // Lines of text may come close, since glyphs do not fill them.
  const spare = one.isText && other.isText ? 0.3 : 0.05
  if (across <= 1 || down <= spare * Math.min(one.box.height, other.box.height)) return false
  const isInside = one.element.contains(other.element) || other.element.contains(one.element)
  const isOwnLabel = one.element.closest('label')?.contains(other.element) === true
  return !isInside && !isOwnLabel && isFixed(one.element) === isFixed(other.element)
}

/** A fixed element may cover the scrolled page. */
function isFixed(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) return true
  }
  return false
}

/** 44 px is the minimum of Apple and Telegram, above WCAG 2.2's 24 (2.5.8). */
function findSmallTargets({ pieces }: LayoutScene): LayoutFault[] {
  return pieces
    .filter(({ element, isText }) => !isText && !isInSentence(element))
    .map(({ element, box }) => ({
      element,
      box: element.closest('label')?.getBoundingClientRect() ?? box,
    }))
    .filter(({ box }) => Math.min(box.width, box.height) < 43.5)
    .map(({ element, box }) => ({
      kind: 'small-target',
      detail: `${nameOf(element)} is ${px(box.width)} by ${px(box.height)}`,
    }))
}

/** A link in running text is only as high as its line: WCAG 2.2, 2.5.8, "inline". */
function isInSentence(element: Element): boolean {
  const words = (element.parentElement?.textContent ?? '').trim()
  return (
    getComputedStyle(element).display === 'inline' && words !== (element.textContent ?? '').trim()
  )
}

/** Finds elements that the device or Telegram's controls cover, at both ends of the page. */
function findCovered({ pieces, dialog }: LayoutScene): LayoutFault[] {
  const scroller = dialog ?? document.documentElement
  const [top, bottom] = [inset('top'), window.innerHeight - inset('bottom')]
  const first = dialog === null ? pieces.filter(({ box }) => isBeyond(top, box.top)) : []
  scroller.scrollTop = scroller.scrollHeight
  const last = pieces.filter(({ element }) =>
    isBeyond(element.getBoundingClientRect().bottom, bottom),
  )
  scroller.scrollTop = 0
  return [
    ...first.map(({ element }) => `${nameOf(element)} at the top`),
    ...last.map(({ element }) => `${nameOf(element)} at the end`),
  ].map((detail) => ({ kind: 'covered', detail }))
}

function findOutOfView({ pieces }: LayoutScene): LayoutFault[] {
  return pieces
    .filter(({ element, isText }) => !isText && element.matches('.button-primary'))
    .slice(0, 1)
    .filter(
      ({ box }) =>
        isBeyond(inset('top'), box.top) ||
        isBeyond(box.bottom, window.innerHeight - inset('bottom')),
    )
    .map(({ element, box }) => ({
      kind: 'out-of-view',
      detail: `${nameOf(element)} ends at ${px(box.bottom)} of ${px(window.innerHeight)}`,
    }))
}

/** Finds motion, which must stop for members who prefer reduced motion. */
function findMoving(): LayoutFault[] {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return []
  return document
    .getAnimations()
    .flatMap(({ effect }) =>
      effect instanceof KeyframeEffect && effect.target ? [effect.target] : [],
    )
    .map((element) => ({ kind: 'moving', detail: nameOf(element) }))
}

const RULES = [
  findSideways,
  findCutOff,
  findOverlaps,
  findSmallTargets,
  findMoving,
  // Scrolls, so the checks that need positions run before it.
  findCovered,
]

const IN_PAGE = [
  ...RULES,
  readScene,
  readTexts,
  readControls,
  isDrawn,
  nameOf,
  px,
  inset,
  isBeyond,
  clippers,
  isCutBy,
  isOver,
  isFixed,
  isInSentence,
]
