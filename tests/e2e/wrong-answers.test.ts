import { expect } from 'vitest'
import { en } from '#client/i18n/en.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Behaviour } from '#demo/ton/wallet/behaviour.ts'
import { ADA } from '#tests/support/demo-stage.ts'
import { approve, askTelegramWallet, seeHome } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

type Attack = { name: string; behaviour: Behaviour; code: ProblemCode }

const ATTACKS: Attack[] = [
  { name: 'a signature by a foreign key', behaviour: 'wrong-key', code: 'ton-key-mismatch' },
  { name: 'a signature for another site', behaviour: 'wrong-domain', code: 'ton-domain-mismatch' },
  { name: 'an old signature', behaviour: 'stale-timestamp', code: 'ton-proof-expired' },
  {
    name: 'a signature from the future',
    behaviour: 'future-timestamp',
    code: 'ton-proof-from-future',
  },
  {
    name: 'an account of another network',
    behaviour: 'wrong-network',
    code: 'ton-network-mismatch',
  },
  { name: 'a connection without a proof', behaviour: 'no-proof', code: 'wallet-no-proof' },
  { name: 'a garbage signature', behaviour: 'garbage-signature', code: 'ton-signature-invalid' },
]

test.for(ATTACKS)(
  '$name is refused in a sentence of its own and links nothing',
  async ({ behaviour, code }, { sharedStage: stage }) => {
    const { app, demo, host } = stage
    stage.errors.announce(/status of 4\d\d/)
    if (stage.botMessages(ADA).length === 0) await stage.startBot()
    await stage.openMiniApp()
    await askTelegramWallet(stage)
    await approve(stage.wallet, { behaviour })

    await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
    await app.getByText(en.problems[code]).first().waitFor()
    await host.getByTestId('host-main-button').waitFor()

    await stage.closeMiniApp()
    demo.world.sendText({ accountId: ADA, chatId: ADA, text: '/wallets' })
    await stage.botMessage(ADA, 'No wallet is linked')
    await stage.openMiniApp()
    await seeHome(stage)
    await app.getByText(en.home.empty).waitFor()
    expect(stage.botMessages(ADA).some(({ text }) => text.includes('is now linked'))).toBe(false)
    await stage.closeMiniApp()
  },
)
