import './text-block.css'

type Props = {
  /** In English, unchanged, with its line breaks. */
  text: string
  /** Index of the highlighted line; -1 for none. */
  marked: number
}

/** A text reproduced exactly, character by character, whatever the language of the page. */
export function TextBlock({ text, marked }: Props) {
  const lines = text.split('\n')
  const upTo = (count: number) => lines.slice(0, count).map((line) => `${line}\n`)
  return (
    <pre className="text-block" dir="ltr" lang="en" translate="no">
      {upTo(marked < 0 ? 0 : marked)}
      {marked >= 0 && <mark>{lines[marked]}</mark>}
      {marked >= 0 && marked + 1 < lines.length && '\n'}
      {lines.slice(marked + 1).join('\n')}
    </pre>
  )
}
