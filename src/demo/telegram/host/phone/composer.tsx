import { useState } from 'react'
import type { Command } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { Person, View } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'

type Props = {
  host: Host
  person: Person
  view: Exclude<View, { kind: 'chats' }>
  isEmpty: boolean
}

/** The bottom of a chat: START, UNBLOCK, or the message input with the menu button. */
export function Composer({ host, person, view, isEmpty }: Props) {
  if (view.kind === 'bot' && person.contact === 'blocked') {
    return (
      <WideButton testId="unblock-bot" text="Unblock" onPress={() => void host.setBlocked(false)} />
    )
  }
  if (view.kind === 'bot' && (isEmpty || view.payload !== null)) {
    return <WideButton testId="start" text="START" onPress={() => void host.start()} />
  }
  return <InputBar host={host} person={person} view={view} />
}

function WideButton({
  testId,
  text,
  onPress,
}: {
  testId: string
  text: string
  onPress: () => void
}) {
  return (
    <div className="composer composer-wide">
      <button type="button" className="wide-button" data-testid={testId} onClick={onPress}>
        {text}
      </button>
    </div>
  )
}

function InputBar({ host, person, view }: Omit<Props, 'isEmpty'>) {
  const [text, setText] = useState(view.draft)
  const [areCommandsOpen, setCommandsOpen] = useState(false)
  const commands = view.kind === 'bot' ? person.bot.privateCommands : person.bot.groupCommands
  const listed = commandsFor(commands, text, areCommandsOpen)
  const send = (message: string) => {
    setText('')
    setCommandsOpen(false)
    void host.sendText(message)
  }
  return (
    <div className="composer">
      {listed.length > 0 && <CommandList commands={listed} onPick={(name) => send(`/${name}`)} />}
      <form
        className="composer-form"
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        {view.kind === 'bot' && (
          <MenuButton
            host={host}
            person={person}
            onCommands={() => setCommandsOpen(!areCommandsOpen)}
          />
        )}
        <input
          className="composer-input"
          data-testid="message-input"
          aria-label="Message"
          placeholder="Message"
          autoComplete="off"
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button
          type="submit"
          className="send-button"
          data-testid="send"
          aria-label="Send"
          disabled={text.trim() === ''}
        >
          <Icon name="send" />
        </button>
      </form>
    </div>
  )
}

function commandsFor(commands: Command[], text: string, isOpen: boolean): Command[] {
  if (isOpen && text === '') return commands
  return /^\/\w*$/.test(text)
    ? commands.filter(({ command }) => command.startsWith(text.slice(1)))
    : []
}

function CommandList({
  commands,
  onPick,
}: {
  commands: Command[]
  onPick: (name: string) => void
}) {
  return (
    <ul className="commands" aria-label="Commands">
      {commands.map(({ command, description }) => (
        <li key={command}>
          <button type="button" className="command" onClick={() => onPick(command)}>
            <b>/{command}</b>
            <span dir="auto">{description}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type MenuProps = { host: Host; person: Person; onCommands: () => void }

function MenuButton({ host, person, onCommands }: MenuProps) {
  const menu = person.bot.menuButton
  if (menu.type === 'web_app') {
    return (
      <button
        type="button"
        className="menu-button menu-button-app"
        data-testid="menu-button"
        onClick={() => void host.pressMenuButton(menu.web_app.url)}
      >
        <span dir="auto">{menu.text}</span>
      </button>
    )
  }
  return (
    <button
      type="button"
      className="menu-button"
      data-testid="menu-button"
      aria-label="Commands"
      onClick={onCommands}
    >
      <Icon name="menu" />
    </button>
  )
}
