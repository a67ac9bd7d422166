import { expect } from 'vitest'
import { treasuryAddress } from '#demo/evm/treasury-keys.ts'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { TREASURY_ADDRESS } from '#demo/ton/treasury.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { getHolders, linkEvmWallet } from '#tests/support/e2e-evm.ts'
import { answerDialog, linkWallet } from '#tests/support/e2e-link.ts'
import {
  agreeAsSigner,
  connectOwner,
  getEvm,
  openLinkAs,
  openMultisig,
  SIGN_CONNECTED,
  signAsOwner,
  signConnected,
  startCollecting,
} from '#tests/support/e2e-multisig.ts'
import { readHeld } from '#tests/support/read-held.ts'
import { test } from '#tests/support/e2e-test.ts'
import { until } from '#tests/support/until.ts'
import { multisigEn } from '#tests/support/messages.ts'

const { cosign } = multisigEn

const PHONES = ['android', 'ios'] as const

async function openAsIlya(stage: DemoStage, link: string): Promise<void> {
  await openLinkAs(stage, ILYA, link)
  await stage.app.getByText('Ada').first().waitFor()
}

test.for(PHONES)(
  'on %s two of three owners, on two Telegram accounts, link a Safe; an owner alone is a signer and never the treasury; an owner swapped on the chain makes it stale and its holder is informed',
  { timeout: 240_000 },
  async (platform, { stage }) => {
    const { app } = stage
    const { treasury } = getEvm(stage)
    const safe = treasury.safe.address
    await stage.setPlatform(platform)
    await stage.startBot()
    await stage.openMiniApp()
    await linkEvmWallet(stage, { account: 'owner1' })
    await openMultisig(stage)

    const link = await startCollecting(stage)
    await signConnected(stage)
    await app.getByRole('heading', { name: cosign.signatureCounts }).waitFor()
    expect(await getHolders(stage, safe)).toEqual([])
    expect(await getHolders(stage, treasuryAddress('owner1'))).toMatchObject([
      { level: 'key', signerOf: [{ address: safe, level: 'signer', threshold: 2, ownerCount: 3 }] },
    ])

    await openAsIlya(stage, link)
    await app.getByText(/^This links the multisig to .*Ada.*, not to yours\.$/).waitFor()
    await signAsOwner(stage, 'owner2')
    await app.locator('.hero').getByText(cosign.complete).waitFor()
    await answerDialog(stage, 'Allow')
    const holders = await getHolders(stage, safe)
    expect(holders).toMatchObject([
      {
        level: 'account',
        binding: 'hash',
        kind: 'safe',
        chainId: 1,
        staleAt: null,
        multisig: { threshold: 2, ownerCount: 3 },
        user: { telegramId: String(ADA) },
      },
    ])
    await stage.botMessage(ADA, 'Safe')

    await treasury.swapOwner({ from: 'owner2', to: 'spare' })
    await stage.closeMiniApp()
    await stage.switchAccount(ADA)
    await stage.openLink(link)
    await app.locator('.hero').getByText(cosign.complete).waitFor()
    await stage.pressMain()
    await app.getByText(multisigEn.detail).click()
    // A reading of some seconds ago is shown as it is; a second visit shows the chain as it is now.
    await until(async () => {
      await stage.reloadMiniApp()
      await app.getByText(multisigEn.stale('').name).first().waitFor({ timeout: 3_000 })
    })
    const [stale] = await getHolders(stage, safe)
    expect(stale?.staleAt).not.toBeNull()
    await until(() => {
      const texts = stage.botMessages(ADA).map(({ text }) => text)
      expect(texts.join('\n')).toMatch(/no longer|not hold|does not hold/i)
    })
  },
)

test.for(PHONES)(
  'on %s two of three signers of a TON multisig each prove their own wallet, and it is linked to both at quorum',
  { timeout: 180_000, tags: ['wide'] },
  async (platform, { stage }) => {
    const { app } = stage
    const address = TREASURY_ADDRESS.toRawString()
    await stage.setPlatform(platform)
    await stage.startBot()
    await stage.openMiniApp()
    await linkWallet(stage, { account: 'signer1' })
    await openMultisig(stage)
    const link = await startCollecting(stage)
    await agreeAsSigner(stage, 'signer1')
    await app.getByRole('heading', { name: cosign.agreementCounts }).waitFor()
    expect(await readHeld(stage, 'ton', address)).toEqual([])

    await openAsIlya(stage, link)
    await agreeAsSigner(stage, 'signer2')
    await app.locator('.hero').getByText(cosign.complete).waitFor()
    await answerDialog(stage, 'Allow')
    const held = await readHeld(stage, 'ton', address)
    expect(held.map(({ user, level, kind }) => ({ user: user.telegramId, level, kind }))).toEqual(
      expect.arrayContaining(
        [ADA, ILYA].map((id) => ({ user: String(id), level: 'quorum', kind: 'multisig-v2' })),
      ),
    )
  },
)

/** The member of this Telegram account links an owner's wallet, which stays connected. */
async function linkOwner(stage: DemoStage, account: 'owner1' | 'owner2'): Promise<void> {
  await stage.openDirectLink()
  await linkEvmWallet(stage, { account })
  await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
  // The bot asks whether it may write to a member whom it has not met.
  await answerDialog(stage, 'Allow')
}

test(
  'an owner whose wallet is linked starts and signs with four taps, and a fellow owner signs with three from the link, one of them in the wallet',
  { timeout: 180_000, tags: ['wide'] },
  async ({ stage }) => {
    const { app } = stage
    await linkOwner(stage, 'owner1')
    const starter = stage.countTaps()
    await openMultisig(stage)
    const link = await startCollecting(stage)
    await signConnected(stage)
    await app.getByRole('heading', { name: cosign.signatureCounts }).waitFor()
    expect(starter()).toEqual([
      multisigEn.signsFor(1),
      'messenger-main-button',
      SIGN_CONNECTED,
      'approve',
    ])

    await stage.closeMiniApp()
    await stage.switchAccount(ILYA)
    await stage.setLanguage('en')
    await linkOwner(stage, 'owner2')
    await stage.closeMiniApp()
    const fellow = stage.countTaps()
    await stage.openLink(link)
    await signConnected(stage)
    await app.locator('.hero').getByText(cosign.complete).waitFor()
    expect(fellow()).toEqual(['open-link', SIGN_CONNECTED, 'approve'])
  },
)

test('a member who connects a wallet that is no owner reads so, keeps the attempt, and goes on with the right one', async ({
  stage,
}) => {
  const { app, errors } = stage
  errors.expect(/status of 422/)
  await stage.startBot()
  await stage.openMiniApp()
  await linkEvmWallet(stage, { account: 'owner1' })
  await openMultisig(stage)
  const link = await startCollecting(stage)
  await openAsIlya(stage, link)
  await connectOwner(stage, 'second')
  await app.getByText(multisigEn.problems['cosign-not-owner']).first().waitFor()
})

test('an owner’s button stays in view, and nothing of the page shows below it', async ({
  stage,
}) => {
  const { app } = stage
  await linkOwner(stage, 'owner1')
  await openMultisig(stage)
  await startCollecting(stage)
  const button = app.getByRole('button', { name: SIGN_CONNECTED })
  await button.waitFor()
  const below = () =>
    button.evaluate((element) => {
      const bar = element.parentElement
      const { bottom } = element.getBoundingClientRect()
      const heights = [bottom + 1, (bottom + innerHeight) / 2, innerHeight - 1]
      const found = heights.map((y) => document.elementFromPoint(innerWidth / 2, y))
      return { isInView: bottom <= innerHeight, isCovered: found.every((one) => one === bar) }
    })
  expect(await app.locator('html').evaluate((root) => root.scrollHeight > innerHeight)).toBe(true)
  expect(await below()).toEqual({ isInView: true, isCovered: true })
  await app.locator('html').evaluate((root) => scrollTo(0, root.scrollHeight))
  expect(await below()).toMatchObject({ isInView: true })
})
