import MessageFormat from '@messageformat/core'
import compileModule from '@messageformat/core/lib/compile-module.js'

/** Messages of a language, or some of them: ICU MessageFormat 1 by key, as in its JSON file. */
export type SourceMessages = { readonly [key: string]: string | readonly string[] | SourceMessages }

/** A message's parameters: text that is already formatted, or a number that selects a form. */
type MessageParameters = ReadonlyMap<string, 'string' | 'number'>

/** A message, or a group of them, as JavaScript and as the type of that. */
export type CompiledMessages = { code: string; type: string }

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
  const { code } = compileNode(messages, language)
  const helpers = Object.entries(HELPERS)
    .filter(([name]) => code.includes(`${name}(`))
    .map(([name, define]) => `const ${name} = ${define(language)}\n`)
  return `${helpers.join('')}export const messages = ${code}\n`
}

export function compileNode(node: SourceMessages[string], language: string): CompiledMessages {
  if (typeof node === 'string') {
    const text = compileText(node, language)
    return given([text], { code: text.code, type: 'string' })
  }
  if (isList(node)) {
    const items = node.map((item) => compileText(item, language))
    const code = `[${items.map((item) => item.code).join(', ')}]`
    return given(items, { code, type: 'readonly string[]' })
  }
  return PARTS.some((key) => key in node)
    ? compileParts(node, language)
    : compileGroup(node, language)
}

/** Parts of one message: each receives all parameters that any of them uses. */
function compileParts(node: SourceMessages, language: string): CompiledMessages {
  const parts = Object.entries(node).map(([key, part]) => {
    if (typeof part !== 'string') throw new Error(`a part is one text: ${key}`)
    return [key, compileText(part, language)] as const
  })
  const types = parts.map(([key]) => `${quoteKey(key)}: string`)
  const texts = parts.map(([, text]) => text)
  return given(texts, { code: toObjectCode(parts), type: `{ ${types.join('; ')} }` })
}

function compileGroup(node: SourceMessages, language: string): CompiledMessages {
  const members = Object.entries(node).map(
    ([key, member]) => [key, compileNode(member, language)] as const,
  )
  const types = members.map(([key, { type }]) => indent(`${quoteKey(key)}: ${type}\n`))
  return { code: toObjectCode(members), type: `{\n${types.join('')}}` }
}

/** Whether it is a list of texts. */
export function isList(node: SourceMessages[string]): node is readonly string[] {
  return Array.isArray(node)
}

type CompiledText = { parameters: MessageParameters; code: string }

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

/** Takes the parameters of all these texts: one as it is, several as an object. */
function given(texts: readonly CompiledText[], result: CompiledMessages): CompiledMessages {
  const parameters = new Map(texts.flatMap((text) => [...text.parameters]))
  if (parameters.size === 0) return result
  const names = [...parameters.keys()]
  const types = [...parameters].map(([name, type]) => `${name}: ${type}`)
  const isOne = parameters.size === 1
  const head = isOne ? names.join() : `{ ${names.join(', ')} }`
  const about = isOne ? types.join() : `about: { ${types.join('; ')} }`
  return { code: `(${head}) => (${result.code})`, type: `(${about}) => ${result.type}` }
}

function toObjectCode(members: readonly (readonly [string, { code: string }])[]): string {
  const entries = members.map(([key, { code }]) => `${JSON.stringify(key)}: ${code}`)
  return `{ ${entries.join(', ')} }`
}

const indent = (lines: string) => lines.replaceAll(/^(?=.)/gmu, '  ')

function quoteKey(key: string): string {
  return /^\w+$/.test(key) ? key : `'${key}'`
}
