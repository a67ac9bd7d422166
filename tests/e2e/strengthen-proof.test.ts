import { expect, inject } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import { readProof } from '#proof/read-proof.ts'
import { PROOF_LAUNCH_SHARED_AFTER_MS } from '#shared/limits.ts'
import { type DemoStage, openStage } from '#tests/support/demo-stage.ts'
import { goHome, linkWallet, openProof, startAndOpen, takeProof } from '#tests/support/e2e-link.ts'
import { test as base } from '#tests/support/e2e-test.ts'
import { sharingEn } from '#tests/support/messages.ts'
import { takeFile, verifyOffline } from '#tests/support/offline-verifier.ts'

type ClockedStage = DemoStage & { forward: (ms: number) => void }

const test = base.extend<{ clocked: ClockedStage }>({
  clocked: async ({ browser }, use) => {
    let passed = 0
    const now = () => Date.now() + passed
    const stage = await openStage({ browser, build: inject('demoBuild'), bot: 'clasp', now })
    await use({ ...stage, forward: (ms) => void (passed += ms) })
    await stage.close()
  },
})

const { proof } = sharingEn
const DONE = new RegExp(proof.done('…').split('…')[0] ?? '')

/** Links a wallet and shows what would be disclosed. */
async function openDisclosure(stage: DemoStage): Promise<void> {
  const { app } = stage
  await startAndOpen(stage)
  await linkWallet(stage, { account: 'v4r2' })
  await goHome(stage)
  await app.getByRole('button', { name: /UQ/ }).first().click()
  await openProof(stage)
  await app.getByRole('button', { name: proof.strengthen }).click()
  await app.getByText(proof.byLaunch.disclosure).waitFor()
}

test(
  'a member has Telegram sign the proof, takes it along once no session can be opened with it, and an offline process sees both ends and the key',
  { tags: ['wide'] },
  async ({ clocked: stage }) => {
    const { app, demo } = stage
    await openDisclosure(stage)
    await app.getByRole('button', { name: proof.byLaunch.agree }).click()
    await app.getByRole('button', { name: proof.agree, exact: true }).click()
    await app.getByText(DONE).waitFor()
    await app.getByText(proof.signed).waitFor()

    await takeProof(stage)
    const early = await takeFile(stage)
    expect(JSON.parse(early.text)).not.toHaveProperty('telegram')
    expect((await verifyOffline(early)).code).toBe(0)

    stage.forward(PROOF_LAUNCH_SHARED_AFTER_MS)
    await takeProof(stage)
    const file = await takeFile(stage, 2)
    const key = demo.world.signer.publicKey
    const { code, stdout } = await verifyOffline(file, '--telegram-key', key)
    expect(code).toBe(0)
    expect(stdout).toContain(`commits to Telegram account ${ADA}.`)
    expect(stdout).toMatch(
      new RegExp(
        `signed that account ${ADA} opened bot ${demo.world.botId} by a link .* \\(key: ${key}\\)`,
      ),
    )
    const distrusted = await verifyOffline(file)
    expect(distrusted.code).toBe(1)
    expect(distrusted.stdout).toContain('failed  telegram-signature: signature-invalid')
  },
)

test('attack: a stranger who makes the link of the launch from the proof reads that nothing was stored', async ({
  stage,
}) => {
  const { app, demo } = stage
  await openDisclosure(stage)
  await app.getByRole('button', { name: proof.byLaunch.agree }).click()
  await app.getByRole('button', { name: proof.agree, exact: true }).click()
  await app.getByText(DONE).waitFor()
  await takeProof(stage)
  const read = readProof((await takeFile(stage)).text)
  if (!read.ok) throw new Error(read.reason)
  await stage.closeMiniApp()
  await stage.switchAccount(ILYA)
  stage.errors.expect(/409/)
  const startParam = proofStartParam(read.document)
  await stage.openLink(`https://t.me/${demo.world.botUsername}?startapp=${startParam}`)
  await app.getByText(/этого не ждёт/).waitFor()
})
