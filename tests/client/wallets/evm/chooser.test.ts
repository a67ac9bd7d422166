import { expect, test } from 'vitest'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createChooser } from '#client/wallets/evm/chooser.ts'
import { createEvmState } from '#client/wallets/evm/evm-state.ts'
import type { WalletAnswer } from '#client/wallets/wallet-connector.ts'
import { createMemoryStorage } from '#tests/support/memory-storage.ts'
import { NOW } from '#tests/support/sample-data.ts'

type ChooserDeps = Parameters<typeof createChooser>[0]
type Loaded = Awaited<ReturnType<ChooserDeps['open']>>

const URI = 'wc:topic@2?expiryTimestamp=1'

/** A list whose library the test lets arrive, with a link that waits for a wallet. */
function openPage() {
  const storage = createUserStorage(createMemoryStorage(), '42')
  const state = createEvmState({ storage, now: () => NOW, chains: [1] })
  state.keepPending({
    stage: 'pairing',
    attemptId: 'attempt-attempt-attemp',
    wanted: [],
    createdAt: NOW,
    pairings: [{ uri: URI, expiresAt: NOW + 60_000 }],
    wallet: null,
    walletApp: null,
    signIn: null,
  })
  const answers: WalletAnswer[] = []
  state.onAnswer((answer) => answers.push(answer))
  const shown: string[] = []
  const events = new EventTarget()
  const list: Loaded = {
    show: () => {},
    open: async (uri) => void shown.push(uri),
    close: () => {},
  }
  const loading = new Promise<Loaded>((resolve, reject) => {
    events.addEventListener('here', () => resolve(list))
    events.addEventListener('lost', () => reject(new Error('chunk')))
  })
  const chooser = createChooser({
    state,
    // The list above needs none.
    provider: () => Promise.resolve(Object.create(null)),
    open: () => loading,
  })
  return {
    state,
    chooser,
    shown,
    answers,
    arrives: () => void events.dispatchEvent(new Event('here')),
    isLost: () => void events.dispatchEvent(new Event('lost')),
  }
}

test('a list that arrives late opens with the link that waits', async () => {
  const { chooser, shown, arrives } = openPage()
  const opening = chooser.open()
  arrives()
  await opening
  expect(shown).toEqual([URI])
})

test('a list that arrives after it was left stays closed, and opens when it is chosen again', async () => {
  const { chooser, shown, arrives } = openPage()
  const left = chooser.open()
  chooser.close()
  arrives()
  await left
  expect(shown).toEqual([])
  await chooser.open()
  expect(shown).toEqual([URI])
})

test('a list that was chosen twice while it loads opens once', async () => {
  const { chooser, shown, arrives } = openPage()
  const both = [chooser.open(), chooser.open()]
  arrives()
  await Promise.all(both)
  expect(shown).toEqual([URI])
})

test('a list that does not load is the answer to the choice of it', async () => {
  const { chooser, answers, isLost } = openPage()
  const opening = chooser.open()
  isLost()
  await opening
  expect(answers).toEqual([{ kind: 'failure', code: 'wallet-library-unavailable' }])
})

test('a list that fails to load after it was left is no answer', async () => {
  const { chooser, answers, isLost } = openPage()
  const left = chooser.open()
  chooser.close()
  isLost()
  await left
  expect(answers).toEqual([])
})

test('a list that fails to load once nothing is pending is no answer to the next attempt', async () => {
  const { state, chooser, answers, isLost } = openPage()
  const opening = chooser.open()
  state.drop()
  isLost()
  await opening
  expect(answers).toEqual([])
})
