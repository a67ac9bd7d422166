import { useState } from 'react'

type SnippetProps = { title: string; text: string; code: string }

/** Code to copy. */
export function Snippet({ title, text, code }: SnippetProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <article className="snippet">
      <h3 className="snippet-title">{title}</h3>
      <p className="snippet-text">{text}</p>
      <div className="snippet-code">
        <pre aria-label={title}>
          <code>{code.trim()}</code>
        </pre>
        <button
          type="button"
          className="pill snippet-copy"
          aria-label={`Copy: ${title}`}
          onClick={() =>
            void navigator.clipboard.writeText(code.trim()).then(() => setCopied(true))
          }
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </article>
  )
}
