import { useStore } from '@nanostores/react'
import type { Messenger } from '../store/messenger.ts'

/** What Clasp is for, and who needs it. */
export function Intro({ messenger }: { messenger: Messenger }) {
  const hasEvmWallet = useStore(messenger.connection.latest)?.hasEvmWallet ?? false
  const wallet = hasEvmWallet ? 'a TON or EVM wallet, or a treasury' : 'a TON wallet or a treasury'
  return (
    <header className="intro">
      <div className="intro-head">
        <p className="intro-name">
          <Mark />
          Clasp <span className="intro-tag">live demo</span>
        </p>
        <h1 className="intro-title">Know which wallet a Telegram member controls</h1>
      </div>
      <div className="intro-text">
        <p className="intro-lead">
          A member proves {wallet} with one free signature, and your code receives a signed event.
          For bots and communities that admit holders to a group, pay the right person, or count
          votes.
        </p>
        <ul className="intro-facts">
          <li>
            <strong>Self-hosted</strong>, open source under the MIT license: your server, your bot,
            your members’ data.
          </li>
          <li>
            <strong>Simulated here</strong>: Telegram, wallets and chains. The bot, the server and
            the proofs are real, and nothing leaves this machine.
          </li>
        </ul>
      </div>
    </header>
  )
}

function Mark() {
  return (
    <svg className="intro-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M13.500 18.500l5-5M11.600 15.200l-1.700 1.700a4.400 4.400 0 0 0 6.200 6.200l1.700-1.700M20.400 16.800l1.700-1.700a4.400 4.400 0 0 0-6.200-6.200l-1.700 1.700" />
    </svg>
  )
}
