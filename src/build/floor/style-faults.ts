import type { Identifier } from '@mdn/browser-compat-data'
import { parse, type ChildNode, type Declaration, type Node } from 'postcss'
import { css, isInFloor, listFeatures } from './compat-data.ts'

const { 'at-rules': rules, properties, selectors, types } = css
const RULES = getMissing(rules)
const PROPERTIES = getMissing(properties)
const SELECTORS = getMissing(selectors)
const FUNCTIONS = getMissing(
  types,
  types?.['color'],
  types?.['image'],
  types?.['transform-function'],
)
const UNITS = getMissing(types?.['length'])

const PSEUDO = /::?([a-z][a-z-]*)/g
const FUNCTION = /([a-z][a-z-]*)\(/g
const VIEWPORT_UNIT = /\d([dls])v(?:h|w|i|b|min|max)\b/g
const VIEWPORTS: Readonly<Record<string, string>> = { d: 'dynamic', l: 'large', s: 'small' }

/**
 * What styles use that an engine of the floor does not have: `translate`, `color-mix()`, `:has`. Nothing within `@supports`
 * counts, nor what has a vendor's prefix, nor a value that the rule also sets in an older way before. With `var()` in it, it
 * counts all the same: an engine notices too late that it cannot read it. Words of values are not looked up.
 */
export function findStyleFaults(styles: string): string[] {
  const faults = new Set<string>()
  parse(styles).walk((node) => {
    if (!isConditional(node)) for (const fault of faultsOf(node)) faults.add(fault)
  })
  return [...faults]
}

function faultsOf(node: ChildNode): string[] {
  switch (node.type) {
    case 'rule':
      return find(node.selector, PSEUDO, SELECTORS).map((name) => `:${name}`)
    case 'atrule':
      return RULES.has(node.name) ? [`@${node.name}`] : []
    case 'decl':
      return faultsOfDeclaration(node)
    case 'comment':
      return []
  }
}

function faultsOfDeclaration(node: Declaration): string[] {
  const { prop, value } = node
  const former = getFormer(node)
  if (former.some((other) => other.prop !== prop)) return []
  const hasOlder =
    !value.includes('var(') && former.some((other) => faultsOfValue(other.value).length === 0)
  return [...(PROPERTIES.has(prop) ? [prop] : []), ...(hasOlder ? [] : faultsOfValue(value))]
}

function faultsOfValue(value: string): string[] {
  const units = [...value.matchAll(VIEWPORT_UNIT)].filter(([, kind = '']) =>
    UNITS.has(`viewport_percentage_units_${VIEWPORTS[kind]}`),
  )
  return [
    ...find(value, FUNCTION, FUNCTIONS).map((name) => `${name}()`),
    ...units.map(([, kind]) => `${kind}vh`),
  ]
}

/** Earlier declarations of the rule for the same property, with a vendor's prefix too. */
function getFormer(node: Declaration): Declaration[] {
  const siblings = node.parent?.nodes ?? []
  return siblings
    .slice(0, siblings.indexOf(node))
    .filter((other) => other.type === 'decl')
    .filter(({ prop }) => prop.replace(/^-[a-z]+-/, '') === node.prop)
}

function isConditional({ parent }: ChildNode): boolean {
  for (let place: Node | undefined = parent; place !== undefined; place = place.parent)
    if ('name' in place && place.name === 'supports') return true
  return false
}

/** The names in a text that are among those missing. @param pattern with one group, the name */
function find(text: string, pattern: RegExp, missing: ReadonlySet<string>): string[] {
  return [...text.matchAll(pattern)]
    .map(([, name = '']) => name)
    .filter((name) => missing.has(name))
}

/** Names of MDN's data that an engine of the floor does not have. */
function getMissing(...parts: readonly (Identifier | undefined)[]): ReadonlySet<string> {
  const features = parts.flatMap(listFeatures).filter(([, feature]) => !isInFloor(feature))
  return new Set(features.map(([name]) => name))
}
