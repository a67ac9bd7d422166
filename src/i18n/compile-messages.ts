import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'

/** Messages of a language, or some of them: ICU MessageFormat 1 by key, as in its JSON file. */
export type SourceMessages = { readonly [key: string]: string | readonly string[] | SourceMessages }

/** A message's parameters: text that is already formatted, or a number that selects a form. */
export type MessageParameters = ReadonlyMap<string, 'string' | 'number'>

/** A message, or a group of them. */
export type CompiledMessages =
  | { kind: 'text'; parameters: MessageParameters; code: string }
  /** Parts of one message: each receives all parameters that any of them uses. */
  | { kind: 'parts'; parameters: MessageParameters; parts: Readonly<Record<string, string>> }
  | { kind: 'list'; parameters: MessageParameters; items: readonly string[] }
  | { kind: 'group'; messages: Readonly<Record<string, CompiledMessages>> }

/** Keys by which we recognise the parts of one message: a name and its sentence, a question and its answers. */
const PARTS = ['sentence', 'message']

/** Functions that the library's output may call; each language's module contains those that it needs. */
const HELPERS: Record<string, (language: string) => string> = {
  plural: (language) =>
    `(count, forms) => forms[count] ?? forms[new Intl.PluralRules("${language}").select(count)] ?? forms.other`,
  number: (language) => `(count) => new Intl.NumberFormat("${language}").format(count)`,
  select: () => '(key, forms) => forms[key] ?? forms.other',
}

/**
 * Messages as the source of a module that exports them as `messages`: strings where there are no parameters, otherwise
 * functions. One parameter is passed as it is, several as an object. The module imports nothing.
 *
 * @throws Error for what is not ICU MessageFormat, for a plural form that the language does not have, and for formats
 * other than plural and select, because dates and numbers are passed in already formatted
 */
export function compileMessages(messages: SourceMessages, language: string): string {
  const code = getCode(compileNode(messages, language))
  const helpers = Object.entries(HELPERS)
    .filter(([name]) => code.includes(`${name}(`))
    .map(([name, define]) => `const ${name} = ${define(language)}\n`)
  return `${helpers.join('')}export const messages = ${code}\n`
}

/** A message or group in the compiled form, from which modules and types are written. */
export function compileNode(node: SourceMessages[string], language: string): CompiledMessages {
  if (typeof node === 'string') return { kind: 'text', ...compileText(node, language) }
  if (isList(node)) {
    const items = node.map((item) => compileText(item, language))
    return { kind: 'list', parameters: together(items), items: items.map(({ code }) => code) }
  }
  const entries = Object.entries(node)
  if (!PARTS.some((key) => key in node)) {
    const messages = entries.map(([key, value]) => [key, compileNode(value, language)] as const)
    return { kind: 'group', messages: Object.fromEntries(messages) }
  }
  const parts = entries.map(([key, part]) => {
    if (typeof part !== 'string') throw new Error(`a part is one text: ${key}`)
    return [key, compileText(part, language)] as const
  })
  return {
    kind: 'parts',
    parameters: together(parts.map(([, part]) => part)),
    parts: Object.fromEntries(parts.map(([key, { code }]) => [key, code])),
  }
}

/** Whether it is a list of texts. */
export function isList(node: SourceMessages[string]): node is readonly string[] {
  return Array.isArray(node)
}

type CompiledText = { parameters: MessageParameters; code: string }

function together(texts: readonly CompiledText[]): MessageParameters {
  return new Map(texts.flatMap(({ parameters }) => [...parameters]))
}

/**
 * The library's output for a message: `(d) => "Open " + d.wallet`, or with forms
 * `(d) => plural(d.count, 0, ru, { one: number("ru", d.count, 0) + " …", … })`.
 */
const COMPILED = /^ {2}text: \(d?\) => (?<body>.*)\n\}$/ms
/** A literal, which stays as it is, or a use of a parameter, which becomes a separate variable. */
const TOKEN =
  /(?<literal>"(?:[^"\\]|\\.)*")|plural\(d\.(?<counted>\w+), 0, \w+, |number\("[\w-]+", d\.(?<shown>\w+), 0\)|\bd\.(?<given>\w+)/g
/** What remains where a message uses a format without a helper: an offset, ordinals, dates. */
const FOREIGN = /\bd\b|plural\(\w+, [^{]|\}, 1\)|\b(?:date|time|duration)\(/

function compileText(text: string, language: string): CompiledText {
  const module = compileModule(new MessageFormat(language), { text })
  const body = COMPILED.exec(module)?.groups?.['body'] ?? ''
  const parameters = new Map<string, 'string' | 'number'>()
  const code = body.replaceAll(TOKEN, (token, ...rest) => {
    const { counted, shown, given } = getGroups(rest.at(-1))
    if (counted !== undefined) {
      parameters.set(counted, 'number')
      return `plural(${counted}, `
    }
    if (shown !== undefined) return `number(${shown})`
    if (given === undefined) return token
    if (!parameters.has(given)) parameters.set(given, 'string')
    return given
  })
  if (FOREIGN.test(code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')))
    throw new Error(`only plural and select are understood: ${text}`)
  return { parameters, code }
}

function getGroups(groups: unknown): Record<string, string | undefined> {
  return typeof groups === 'object' ? { ...groups } : {}
}

function getCode(compiled: CompiledMessages): string {
  switch (compiled.kind) {
    case 'text':
      return given(compiled.parameters, compiled.code)
    case 'list':
      return given(compiled.parameters, `[${compiled.items.join(', ')}]`)
    case 'parts':
      return given(compiled.parameters, toObjectCode(compiled.parts))
    case 'group':
      return toObjectCode(mapValues(compiled.messages, getCode))
  }
}

function given(parameters: MessageParameters, code: string): string {
  const [first, ...others] = parameters.keys()
  if (first === undefined) return code
  const head = others.length === 0 ? first : `{ ${[first, ...others].join(', ')} }`
  return `(${head}) => (${code})`
}

function toObjectCode(codes: Readonly<Record<string, string>>): string {
  const entries = Object.entries(codes).map(([key, code]) => `${JSON.stringify(key)}: ${code}`)
  return `{ ${entries.join(', ')} }`
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}
