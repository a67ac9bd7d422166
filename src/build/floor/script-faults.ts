import { parseSync, Visitor, type ESTree } from 'vite'
import { api, isInFloor, javascript, listFeatures } from './compat-data.ts'

/** Objects that a page has one of, and whose they are. */
const INSTANCES: Readonly<Record<string, string>> = {
  crypto: 'Crypto',
  document: 'Document',
  globalThis: 'Window',
  history: 'History',
  location: 'Location',
  navigator: 'Navigator',
  self: 'Window',
  window: 'Window',
}

/** Types whose values are at hand everywhere. The members of others are looked up where the type is named. */
const COMMON = new Set([
  'Array',
  'Document',
  'Element',
  'Event',
  'HTMLDialogElement',
  'HTMLElement',
  'Map',
  'Node',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'TypedArray',
])

const { builtins } = javascript
const REGEX_SYNTAX = /\(\?<[=!]|\(\?[a-z-]+:/

const { globals, statics, members } = readNames()

/**
 * What a script calls, constructs or sets that an engine of the floor does not have: `URL.canParse`, `.toSorted`. A use
 * counts unless a condition around it asks for the same name, as in `URL.canParse ? URL.canParse(text) : …`.
 *
 * @param code a module or a classic script
 */
export function findScriptFaults(code: string): string[] {
  const { program, errors } = parseSync('script.js', code)
  if (errors.length > 0) throw new Error(`not a script: ${errors[0]?.message}`)
  const faults = new Set<string>()
  const conditions: { whole: ESTree.Span; test: ESTree.Span }[] = []
  const use = (node: ESTree.Node) => {
    const name = getMissing(node)
    if (name === null) return
    const isAskedFor = conditions.some(
      ({ whole, test }) =>
        isWithin(node, whole) &&
        !isWithin(node, test) &&
        code.slice(test.start, test.end).includes(name),
    )
    if (!isAskedFor) faults.add(name)
  }
  const test = (whole: ESTree.Node & { test: ESTree.Node | null }) => {
    if (whole.test !== null) conditions.push({ whole, test: whole.test })
  }
  new Visitor({
    IfStatement: test,
    ConditionalExpression: test,
    LogicalExpression: (whole) => void conditions.push({ whole, test: whole.left }),
    CallExpression: ({ callee, optional, arguments: given }) => {
      if (!optional) use(callee)
      given.forEach(use)
    },
    NewExpression: ({ callee }) => use(callee),
    AssignmentExpression: ({ left }) => use(left),
    MemberExpression: ({ object, optional }) => {
      if (!optional) use(object)
    },
    Literal: (node) => {
      if (
        'regex' in node &&
        (node.regex.flags.includes('v') || REGEX_SYNTAX.test(node.regex.pattern))
      )
        faults.add(node.raw ?? '')
    },
  }).visit(program)
  return [...faults]
}

function isWithin(inner: ESTree.Span, outer: ESTree.Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

/** The name of what a reference needs, if an engine of the floor does not have it. */
function getMissing(node: ESTree.Node): string | null {
  // The minifier's own names have up to three letters.
  if (node.type === 'Identifier')
    return globals.get(node.name) === false && node.name.length > 3 ? node.name : null
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return null
  const { object, property } = node
  if (object.type === 'Identifier') {
    const owner = INSTANCES[object.name] ?? object.name
    const isThere = statics.get(`${owner}.${property.name}`)
    if (isThere !== undefined) return isThere ? null : `${object.name}.${property.name}`
  }
  return members.get(property.name) === false ? `.${property.name}` : null
}

/** Whether the floor has each name: of a global, of a member of a named type, and of a member of any value. */
function readNames() {
  const globals = new Map<string, boolean>()
  const statics = new Map<string, boolean>()
  const members = new Map<string, boolean>()
  for (const [type, feature] of [builtins, api].flatMap(listFeatures))
    add(globals, type, isInFloor(feature))
  for (const { type, name, isThere } of listMembers()) {
    statics.set(`${type}.${name}`, isThere)
    if (type === 'Window') add(globals, name, isThere)
    if (isThere || COMMON.has(type)) add(members, name, isThere)
  }
  return { globals, statics, members }
}

/** A name that several types have is missing only where all of them miss it. */
function add(names: Map<string, boolean>, name: string, isThere: boolean): void {
  names.set(name, isThere || names.get(name) === true)
}

function* listMembers() {
  for (const types of [builtins, api])
    for (const [type] of listFeatures(types))
      for (const [key, feature] of listFeatures(types?.[type]))
        yield { type, name: key.replace(/_static$/, ''), isThere: isInFloor(feature) }
}
