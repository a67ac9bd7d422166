import data, {
  type BrowserName,
  type CompatStatement,
  type Identifier,
} from '@mdn/browser-compat-data/forLegacyNode'
import { FLOOR } from './floor.ts'

export const { api, css, javascript } = data

/** Whether every engine of the floor has a feature under its own name. */
export function isInFloor({ support }: CompatStatement): boolean {
  const isInEngine = ([engine, floor]: readonly [BrowserName, number]) =>
    [support[engine] ?? []].flat().some(
      ({ version_added: since, version_removed: until, flags, prefix, alternative_name }) =>
        since !== false &&
        // Some are only known to be at most a version: `≤37`.
        Number.parseFloat(since.replace('≤', '')) <= floor &&
        [until, flags, prefix, alternative_name].every((limit) => limit === undefined),
    )
  return FLOOR.every(isInEngine)
}

/**
 * What MDN knows of each name in a part of its data. Leaves out what is in no standard, or on its way out of one: scripts
 * that use such a name mean another.
 */
export function listFeatures(part: Identifier = {}): [string, CompatStatement][] {
  return Object.entries<Identifier | CompatStatement>(part).flatMap(([name, entry]) => {
    const feature = '__compat' in entry ? entry.__compat : undefined
    const { standard_track: isStandard = true, deprecated = false } = feature?.status ?? {}
    return feature === undefined || !isStandard || deprecated ? [] : [[name, feature]]
  })
}
