import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en, signingEn } from '#tests/support/messages.ts'
import type { TonBehaviour } from '#demo/ton/wallet/behaviour.ts'
import { PROBLEM_ACTIONS, type ProblemAction } from '#client/i18n/problem-action.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { approve, askTelegramWallet } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

const SENTENCES = { ...en.problems, ...signingEn.problems }

const ATTACKS: [name: string, behaviour: TonBehaviour, code: keyof typeof SENTENCES][] = [
  ['a signature by a foreign key', 'wrong-key', 'ton-key-mismatch'],
  ['a signature for another site', 'wrong-domain', 'ton-domain-mismatch'],
  ['an old signature', 'stale-timestamp', 'ton-proof-expired'],
  ['a signature from the future', 'future-timestamp', 'ton-proof-from-future'],
  ['an account of another network', 'wrong-network', 'ton-network-mismatch'],
  ['a connection without a proof', 'no-proof', 'wallet-no-proof'],
  ['an approval that says nothing of the wallet', 'no-device', 'wallet-answer-malformed'],
  ['a garbage signature', 'garbage-signature', 'ton-signature-invalid'],
]

/** Another wallet is Telegram's button; the same wallet is one on the page, because only a tap there opens it. */
async function seeNext({ app, messenger }: DemoStage, action: ProblemAction): Promise<void> {
  const again = app.getByRole('button', { name: en.attempt.tryAgainWith('').trim() })
  await (
    action === 'new-attempt' ? again : messenger.getByTestId('messenger-main-button')
  ).waitFor()
}

test.for(ATTACKS)(
  '%s is refused in a sentence of its own, with one thing to do next, and links nothing',
  async ([, behaviour, code], { sharedStage: stage }) => {
    const { app, demo, messenger } = stage
    stage.errors.expect(/status of 4\d\d/)
    if (stage.botMessages(ADA).length === 0) await stage.startBot()
    await stage.openMiniApp()
    await askTelegramWallet(stage)
    await approve(stage.wallet, { behaviour })

    await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
    await app.getByText(SENTENCES[code]).first().waitFor()
    await seeNext(stage, PROBLEM_ACTIONS[code])

    const before = stage.botMessages(ADA).length
    demo.world.sendText({ accountId: ADA, chatId: ADA, text: '/wallets' })
    await expect.poll(() => stage.botMessages(ADA).length).toBe(before + 1)
    expect(stage.botMessages(ADA).at(-1)?.text).toContain('No wallet is linked')
    await messenger.getByTestId('wallet').waitFor({ state: 'hidden' })
    await stage.closeMiniApp()
  },
)
