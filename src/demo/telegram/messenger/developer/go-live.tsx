import * as v from 'valibot'
import { Snippet } from './snippet.tsx'
import { useMaterial } from './use-material.ts'
import { useScrollIntoView } from './use-scroll-into-view.ts'

const MaterialSchema = v.object({ title: v.string(), commands: v.string() })
const WAITING = { title: '…', commands: '…' }

/** The operator's way from the demo to a bot of their own. */
export function GoLive() {
  const { title, commands } = useMaterial('/operator/for-operators', MaterialSchema) ?? WAITING
  const place = useScrollIntoView()
  return (
    <section className="examples" aria-label="For operators" ref={place}>
      <Snippet
        title={title}
        text="You need a bot token from BotFather, and an https address that leads to your machine. README.md of the repository has the whole way under this title."
        code={commands}
      />
    </section>
  )
}
