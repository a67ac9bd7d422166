import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  askEvmWallet,
  copyEvmLink,
  getHolders,
  openWalletElsewhere,
  seeSigning,
} from '#tests/support/e2e-evm.ts'
import { seeHow, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test.for(['ios', 'android', 'tdesktop'] as const)(
  'on %s one approval in the wallet, which shows the Telegram account, connects it and links it',
  async (platform, { stage }) => {
    await stage.setPlatform(platform)
    await startAndOpen(stage)
    const isHere = platform !== 'tdesktop'
    if (isHere) await askEvmWallet(stage)
    const wallet = isHere
      ? stage.wallet
      : await openWalletElsewhere(stage, await copyEvmLink(stage))
    await wallet.getByTestId('behaviour').selectOption('sign-in')
    const text = await wallet.getByTestId('text').innerText()
    expect(text).toContain(`Link this wallet to the Telegram account @ada_fisher (id ${ADA})`)
    await wallet.getByTestId('approve').click()
    await seeLinked(stage)
    await seeHow(stage, en.wallet.levels.key.name)
    await seeHow(stage, en.wallet.bindings.text.name)
    const receipt = await stage.botMessage(ADA, 'is now linked to your account')
    expect(receipt.text).toContain('a message that names your Telegram account')
    const holders = await getHolders(stage, addressIn(text))
    expect(holders).toMatchObject([{ user: { telegramId: String(ADA) } }])
  },
)

test.for(['sign-in-wrong-key', 'sign-in-altered-text', 'sign-in-twice'] as const)(
  'a wallet that signs in wrongly (%s) is asked for the signature, and then linked',
  async (behaviour, { stage }) => {
    await startAndOpen(stage)
    await askEvmWallet(stage)
    await approveConnection(stage.wallet, { behaviour })
    await seeSigning(stage)
    await approveText(stage.wallet)
    await seeLinked(stage)
  },
)
