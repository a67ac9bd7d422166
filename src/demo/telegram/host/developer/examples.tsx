import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'

type Props = { host: Host; person: HostPerson }

/** What a developer needs, with the data of this demo. */
export function Examples({ host, person }: Props) {
  const { appOrigin = '' } = useStore(host.connection.latest) ?? {}
  const { key, receiver } = useMaterial()
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.scrollIntoView(), [])
  const ask = [
    `curl -H 'Authorization: Bearer ${key}'`,
    `${appOrigin}/v1/users/${person.id}/wallets`,
  ].join(' \\\n  ')
  return (
    <section className="examples" aria-label="For developers" ref={place}>
      <Snippet
        title="Ask who a member is"
        text={`Paste it into a terminal: it asks this demo for the wallets of ${person.firstName}, with a key of this demo.`}
        code={ask}
      />
      <Snippet
        title="Receive the events"
        text="This code received the events above, docs/examples/receive-events.ts in the repository. Other Standard Webhooks libraries verify them too."
        code={receiver}
      />
      <Snippet
        title="Put it beside your bot"
        text="A bot of your own with Clasp beside it: docs/examples/host-bot in the repository. This plays it."
        code="npm run demo -- host-bot"
      />
      <p className="examples-more">
        <a href={`${appOrigin}/openapi.json`} target="_blank" rel="noreferrer">
          OpenAPI description
        </a>{' '}
        of every call; docs/host-api.md in the repository explains them.
      </p>
    </section>
  )
}

const MaterialSchema = v.object({ key: v.string(), receiver: v.string() })

/** A key that the demo makes for its visitors, and the code that receives its events. */
function useMaterial(): v.InferOutput<typeof MaterialSchema> {
  const [material, setMaterial] = useState({ key: '…', receiver: '…' })
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => {
      const response = await fetch('/operator/for-developers', { signal: abort.signal })
      setMaterial(v.parse(MaterialSchema, await response.json()))
    }
    // Without the server the page says that it has stopped.
    load().catch(() => {})
    return () => abort.abort()
  }, [])
  return material
}

type SnippetProps = { title: string; text: string; code: string }

/** Code to copy. */
function Snippet({ title, text, code }: SnippetProps) {
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
