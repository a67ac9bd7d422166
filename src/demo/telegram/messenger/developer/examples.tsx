import { useStore } from '@nanostores/react'
import * as v from 'valibot'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { Snippet } from './snippet.tsx'
import { useMaterial } from './use-material.ts'
import { useScrollIntoView } from './use-scroll-into-view.ts'

const WAITING = { key: '…', receiver: '…' }

type Props = { messenger: Messenger; person: MessengerPerson }

/** What a developer needs, with the data of this demo. */
export function Examples({ messenger, person }: Props) {
  const { appOrigin = '', story } = useStore(messenger.connection.latest) ?? {}
  const newest = story?.received[0]?.event.id ?? ''
  const { key, receiver } = useMaterial('/operator/for-developers', MaterialSchema) ?? WAITING
  const answer = useMaterial(`/operator/answers/${person.id}?after=${newest}`, AnswerSchema)
  const place = useScrollIntoView()
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
        title="What it answers now"
        text={
          answer === null
            ? 'The demo is being asked.'
            : `Status ${answer.status}, and the whole body. It changes as soon as ${person.firstName} links a wallet.`
        }
        code={answer === null ? '…' : JSON.stringify(answer.body, null, 2)}
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

/** What the host API says of the person who holds the phone. */
const AnswerSchema = v.object({ status: v.number(), body: v.unknown() })

/** A key that the demo makes for its visitors, and the code that receives its events. */
const MaterialSchema = v.object({ key: v.string(), receiver: v.string() })
