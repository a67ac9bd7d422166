import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { BotCommandFacts, WorldSnapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { inlineQueryIn } from '../store/inline-mode.ts'
import { InlinePanel } from './inline-panel.tsx'

type BotProps = {
  messenger: Messenger
  person: MessengerPerson
  world: WorldSnapshot
  isWaitingForStart: boolean
}

/** The bottom of the chat with the bot: START, UNBLOCK, or the message input with the menu button. */
export function BotComposer({ messenger, person, world, isWaitingForStart }: BotProps) {
  const [areCommandsOpen, setCommandsOpen] = useState(false)
  if (person.contact === 'blocked') {
    return (
      <WideButton
        testId="unblock-bot"
        text="Unblock"
        onPress={() => void messenger.setBlocked(false)}
      />
    )
  }
  if (isWaitingForStart) {
    return <WideButton testId="start" text="START" onPress={() => void messenger.start()} />
  }
  return (
    <InputBar
      messenger={messenger}
      world={world}
      commands={person.bot.privateCommands}
      areCommandsOpen={areCommandsOpen}
      onSent={() => setCommandsOpen(false)}
    >
      <MenuButton
        messenger={messenger}
        person={person}
        onCommands={() => setCommandsOpen(!areCommandsOpen)}
      />
    </InputBar>
  )
}

type WideButtonProps = { testId: string; text: string; onPress: () => void }

function WideButton({ testId, text, onPress }: WideButtonProps) {
  return (
    <div className="composer composer-wide">
      <button type="button" className="wide-button" data-testid={testId} onClick={onPress}>
        {text}
      </button>
    </div>
  )
}

type InputProps = {
  messenger: Messenger
  world: WorldSnapshot
  commands: BotCommandFacts[]
  /** @default false */
  areCommandsOpen?: boolean
  onSent?: () => void
  /** What stands before the input. */
  children?: ReactNode
}

/** The message input; what it lists above itself are commands, or what the bot offers for a query. */
export function InputBar(props: InputProps) {
  const { messenger, world, commands, areCommandsOpen = false, onSent, children } = props
  const text = useStore(messenger.input)
  const query = inlineQueryIn(text, world.bot.username)
  const listed = commandsFor(commands, text, areCommandsOpen)
  const send = (message: string) => {
    onSent?.()
    void messenger.sendText(message)
  }
  return (
    <div className="composer">
      {listed.length > 0 && <CommandList commands={listed} onPick={(name) => send(`/${name}`)} />}
      {query !== null && <InlinePanel messenger={messenger} />}
      <form
        className="composer-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (query === null && text.trim() !== '') send(text)
        }}
      >
        {children}
        <Field
          messenger={messenger}
          text={text}
          placeholder={query === '' ? world.bot.inlinePlaceholder : ''}
        />
        {query === null ? (
          <SendButton isDisabled={text.trim() === ''} />
        ) : (
          <CancelButton onPress={() => messenger.input.set('')} />
        )}
      </form>
    </div>
  )
}

type ComposerFieldProps = {
  messenger: Messenger
  text: string
  /** Stands behind what is typed, as the bot asks for a query. */
  placeholder: string
}

function Field({ messenger, text, placeholder }: ComposerFieldProps) {
  return (
    <span className="composer-field">
      <textarea
        className="composer-input"
        data-testid="message-input"
        aria-label="Message"
        placeholder="Message"
        autoComplete="off"
        dir="auto"
        rows={1}
        value={text}
        onChange={(event) => messenger.input.set(event.target.value)}
        onKeyDown={sendOnEnter}
      />
      {placeholder !== '' && (
        <span className="composer-hint" data-testid="inline-placeholder" aria-hidden="true">
          <span className="composer-typed">{text}</span>
          {placeholder}
        </span>
      )}
    </span>
  )
}

/** With Shift it starts a line, as in clients on computers. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function SendButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <button
      type="submit"
      className="send-button"
      data-testid="send"
      aria-label="Send"
      disabled={isDisabled}
    >
      <Icon name="send" />
    </button>
  )
}

/** A query is not sent: one of its results is. */
function CancelButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      className="send-button send-button-cancel"
      data-testid="inline-cancel"
      aria-label="Clear"
      onClick={onPress}
    >
      <Icon name="close" />
    </button>
  )
}

function commandsFor(
  commands: BotCommandFacts[],
  text: string,
  isOpen: boolean,
): BotCommandFacts[] {
  if (isOpen && text === '') return commands
  return /^\/\w*$/.test(text)
    ? commands.filter(({ command }) => command.startsWith(text.slice(1)))
    : []
}

type CommandListProps = { commands: BotCommandFacts[]; onPick: (name: string) => void }

function CommandList({ commands, onPick }: CommandListProps) {
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

type MenuButtonProps = { messenger: Messenger; person: MessengerPerson; onCommands: () => void }

function MenuButton({ messenger, person, onCommands }: MenuButtonProps) {
  const menu = person.bot.menuButton
  if (menu.type === 'web_app') {
    return (
      <button
        type="button"
        className="menu-button menu-button-app"
        data-testid="menu-button"
        onClick={() => void messenger.pressMenuButton(menu.web_app.url)}
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
