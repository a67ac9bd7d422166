import type { ReactNode } from 'react'
import { Screen } from './screen.tsx'
import { SelectRow } from './select-row.tsx'

type RequestScreenProps<Behaviour extends string> = AppTitleProps &
  RequestActionsProps &
  BehaviourChoiceProps<Behaviour> & { children: ReactNode }

/** A request of an app: who asks, for what, how the wallet answers, and whether to. */
export function RequestScreen<Behaviour extends string>(props: RequestScreenProps<Behaviour>) {
  const { app, title, children, onReject, onApprove } = props
  const { behaviour, behaviours, labels, onBehaviour } = props
  return (
    <Screen actions={<RequestActions onReject={onReject} onApprove={onApprove} />}>
      <AppTitle app={app} title={title} />
      {children}
      <BehaviourChoice
        behaviour={behaviour}
        behaviours={behaviours}
        labels={labels}
        onBehaviour={onBehaviour}
      />
    </Screen>
  )
}

type AppTitleProps = { app: { name: string; url: string; iconUrl: string }; title: string }

/** The app's icon, over its first letter while (or if never) it loads. */
function AppTitle({ app, title }: AppTitleProps) {
  return (
    <section className="app-title">
      <span className="app-icon" aria-hidden="true">
        {app.name.slice(0, 1)}
        <img src={app.iconUrl} alt="" onError={({ currentTarget }) => currentTarget.remove()} />
      </span>
      <h1>{title}</h1>
      <p>{new URL(app.url).host}</p>
    </section>
  )
}

type BehaviourChoiceProps<Behaviour extends string> = {
  /** How the wallet answers when its owner approves. */
  behaviour: Behaviour
  behaviours: readonly Behaviour[]
  labels: Readonly<Record<Behaviour, string>>
  onBehaviour: (behaviour: Behaviour) => void
}

function BehaviourChoice<Behaviour extends string>(props: BehaviourChoiceProps<Behaviour>) {
  const { behaviour, behaviours, labels, onBehaviour } = props
  return (
    <>
      <p className="note">No money moves, and it costs nothing.</p>
      <h2>For testing</h2>
      <section className="card">
        <SelectRow
          label="Approve answers"
          testId="behaviour"
          value={behaviour}
          options={behaviours.map((value) => ({ value, label: labels[value] }))}
          onChange={onBehaviour}
        />
      </section>
    </>
  )
}

type RequestActionsProps = { onReject: () => void; onApprove: () => void }

function RequestActions({ onReject, onApprove }: RequestActionsProps) {
  return (
    <>
      <button type="button" data-testid="reject" onClick={onReject}>
        Reject
      </button>
      <button type="button" className="primary" data-testid="approve" onClick={onApprove}>
        Approve
      </button>
    </>
  )
}

/** The whole text, as it is signed. */
export function TextToSign({ text }: { text: string }) {
  return (
    <section className="card">
      <p className="text-to-sign" data-testid="text">
        {text}
      </p>
    </section>
  )
}

type FactProps = { name: string; children: ReactNode; testId?: string; code?: boolean }

/** One line of what a person agrees to. */
export function Fact({ name, children, testId, code = false }: FactProps) {
  return (
    <div className="fact">
      <span>{name}</span>
      <strong data-testid={testId} className={code ? 'code' : undefined}>
        {children}
      </strong>
    </div>
  )
}
