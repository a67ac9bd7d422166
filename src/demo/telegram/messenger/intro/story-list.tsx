import { useStore } from '@nanostores/react'
import { OWNER_LIST_PATH, type StepName, type StoryName } from '#demo/telegram/story-contract.ts'
import { Icon } from '../icon.tsx'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { COUNCIL, GROUP, PEOPLE } from '../../people.ts'

type Props = { messenger: Messenger; person: MessengerPerson }

/** What to try. Steps tick themselves off as they happen in the demo world. */
export function StoryList({ messenger, person }: Props) {
  const latest = useStore(messenger.connection.latest)
  const done = new Set(latest?.story.done)
  return (
    <section className="stories" aria-label="Steps">
      {getStories(latest?.hasEvmWallet ?? false).map(({ name, title, steps, outcome }, index) => {
        const count = steps.filter((step) => done.has(step.name)).length
        return (
          <details
            key={name}
            className="story"
            name="story"
            data-testid={`story-${name}`}
            open={index === 0}
          >
            <summary>
              <span className="story-title">{title}</span>
              <span className="story-count" data-done={count === steps.length ? 'yes' : 'no'}>
                {count} of {steps.length}
              </span>
              <Icon name="down" />
            </summary>
            <Steps messenger={messenger} person={person} steps={steps} done={done} />
            {count === steps.length && <p className="story-outcome">{outcome}</p>}
          </details>
        )
      })}
    </section>
  )
}

/** The next step of the first story that is not over, above the phone: in a narrow window the steps are below it. */
export function NextStep({ messenger, person }: Props) {
  const latest = useStore(messenger.connection.latest)
  const done = new Set(latest?.story.done)
  const stories = getStories(latest?.hasEvmWallet ?? false)
  const steps = stories.map((story) => story.steps).find((these) => findNext(these, done))
  const next = steps && findNext(steps, done)
  if (steps === undefined || next === undefined) return null
  return (
    <section className="next-step" aria-label="Next step" data-testid="next-step">
      <div>
        <p className="next-step-title">
          {steps.indexOf(next) + 1}. {next.title}
        </p>
        <p className="step-hint">{next.hint}</p>
      </div>
      <TakePhone messenger={messenger} person={person} step={next} />
    </section>
  )
}

function findNext(steps: readonly StoryStep[], done: ReadonlySet<StepName>): StoryStep | undefined {
  return steps.find(({ name }) => !done.has(name))
}

type StepsProps = Props & { steps: readonly StoryStep[]; done: ReadonlySet<StepName> }

function Steps({ messenger, person, steps, done }: StepsProps) {
  const next = findNext(steps, done)
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={step.name}
          className="step"
          data-testid={`step-${step.name}`}
          data-done={done.has(step.name) ? 'yes' : 'no'}
          aria-current={step === next ? 'step' : undefined}
        >
          <span className="step-sign">
            {done.has(step.name) ? <Icon name="check" /> : <span>{index + 1}</span>}
          </span>
          <div>
            <p className="step-title">
              {step.title}
              {done.has(step.name) && <span className="unseen">: done</span>}
            </p>
            {step === next && <p className="step-hint">{step.hint}</p>}
            {step === next && <TakePhone messenger={messenger} person={person} step={step} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Where somebody else does the step, the phone is handed over; where one page of the Mini App is it, that opens. */
function TakePhone({ messenger, person, step: { personId, path } }: Props & { step: StoryStep }) {
  const { world, appOrigin = '' } = useStore(messenger.connection.latest) ?? {}
  const other = world?.accounts.find(({ id }) => id === personId)
  if (path !== undefined && other?.id === person.id) {
    const open = () => messenger.openMiniApp({ source: 'menu', url: `${appOrigin}${path}` })
    return (
      <button type="button" className="pill" onClick={() => void open()}>
        Open it
      </button>
    )
  }
  if (other === undefined || other.id === person.id) return null
  return (
    <button type="button" className="pill" onClick={() => messenger.switchPerson(other.id)}>
      Be {other.firstName}
    </button>
  )
}

const [ADA, ILYA, NEGAR] = PEOPLE

type StoryStep = {
  name: StepName
  title: string
  hint: string
  /** Who does it, where it is not whoever holds the phone. */
  personId?: number
  /** Of the page of the Mini App that is the step. */
  path?: `/${string}`
}

type PlayedStory = {
  name: StoryName
  title: string
  steps: readonly StoryStep[]
  /** What it was for, and what comes next. */
  outcome: string
}

/** The stories that a visitor can play. */
function getStories(hasEvmWallet: boolean): readonly PlayedStory[] {
  return [LINK, getMultisigStory(hasEvmWallet), CARD, REQUEST, getDoorStory(hasEvmWallet)]
}

const LINK: PlayedStory = {
  name: 'link',
  title: 'Link a wallet',
  steps: [
    {
      name: 'start',
      title: 'Press START',
      hint: 'In the bot’s chat, on the phone beside.',
    },
    {
      name: 'choose',
      title: 'Choose a wallet',
      hint: 'With the bot’s button. Any wallet of the list works here.',
    },
    { name: 'approve', title: 'Approve', hint: 'In the wallet. It is free and moves nothing.' },
    { name: 'known', title: 'The bot and your code know', hint: 'See “What your code hears”.' },
  ],
  outcome: 'The account and the wallet belong together, with proof. Next: a shared treasury.',
}

function getMultisigStory(hasEvmWallet: boolean): PlayedStory {
  const account = hasEvmWallet
    ? 'In MetaMask choose the account “Treasury owner 1”, or in Wallet “Signer 1”.'
    : 'In Wallet choose the account “Signer 1”.'
  return {
    name: 'multisig',
    title: 'Prove a shared treasury',
    steps: [
      {
        name: 'link-owner',
        title: `${ADA.firstName} links an owner’s wallet`,
        hint: account,
        personId: ADA.id,
      },
      {
        name: 'collect',
        title: 'She asks the other owners',
        hint: `The Mini App shows the treasury: start there, sign, and send the link to ${ILYA.firstName}.`,
        personId: ADA.id,
      },
      {
        name: 'open-cosigning',
        title: `${ILYA.firstName} opens the link`,
        hint: `It is in his chat with ${ADA.firstName}.`,
        personId: ILYA.id,
      },
      {
        name: 'complete',
        title: 'He signs, and the treasury is proven',
        hint: 'With the account of the second owner: two of three are enough.',
        personId: ILYA.id,
      },
    ],
    outcome:
      'Two of three owners agreed, and nobody moved a coin. Next: show a wallet to somebody.',
  }
}

const CARD: PlayedStory = {
  name: 'card',
  title: 'Show a proven wallet',
  steps: [
    {
      name: 'send-card',
      title: `${ADA.firstName} sends a card`,
      hint: `In the Mini App open a wallet, share it, and pick ${ILYA.firstName}.`,
      personId: ADA.id,
    },
    {
      name: 'open-card',
      title: `${ILYA.firstName} opens it`,
      hint: 'He sees whose wallet it is, and can check the proof himself.',
      personId: ILYA.id,
    },
  ],
  outcome: `${ILYA.firstName} can check the proof himself. Next: ask a whole group.`,
}

const REQUEST: PlayedStory = {
  name: 'request',
  title: 'Ask a whole group',
  steps: [
    {
      name: 'ask-group',
      title: `${ADA.firstName} asks`,
      hint: `Write /connect in the group “${GROUP.title}”.`,
      personId: ADA.id,
    },
    {
      name: 'answer',
      title: `${ILYA.firstName} answers`,
      hint: 'With the button under the message.',
      personId: ILYA.id,
    },
    {
      name: 'count',
      title: 'The message counts',
      hint: `${ADA.firstName}’s Mini App lists who answered.`,
    },
    {
      name: 'export',
      title: `${ADA.firstName} exports the answers`,
      hint: 'In the Mini App open the request, export the answers, and have the bot send the file.',
      personId: ADA.id,
    },
    {
      name: 'owner-list',
      title: 'The owner’s list',
      hint: `${ADA.firstName} runs the bot: her admin view lists who holds which wallet. Search it, filter it, export it.`,
      personId: ADA.id,
      path: OWNER_LIST_PATH,
    },
  ],
  outcome: 'One message in a group, and its owner has a list of who holds which wallet.',
}

function getDoorStory(hasEvmWallet: boolean): PlayedStory {
  const account = hasEvmWallet
    ? 'In MetaMask he takes “Treasury owner 2”, or in Wallet “Signer 2”.'
    : 'In Wallet he takes the account “Signer 2”.'
  return {
    name: 'door',
    title: 'A group whose door asks',
    steps: [
      {
        name: 'open-door',
        title: `${ADA.firstName} sets the rule`,
        hint: `Write /door in the group “${COUNCIL.title}”, open it, and let in the treasury’s owners.`,
        personId: ADA.id,
      },
      {
        name: 'ask-to-join',
        title: `${ILYA.firstName} asks to join`,
        hint: 'The group is at the end of his list of chats. Telegram asks the bot, which shows the app.',
        personId: ILYA.id,
      },
      {
        name: 'walk-in',
        title: 'He proves it and walks in',
        hint: `${account} An owner who is linked already is let in without a tap.`,
        personId: ILYA.id,
      },
      {
        name: 'stranger',
        title: `${NEGAR.firstName} asks, too`,
        hint: 'Without an owner’s wallet nobody is let in: the administrators decide.',
        personId: NEGAR.id,
      },
    ],
    outcome: 'Whoever proves it is let in, and people decide about everybody else.',
  }
}
