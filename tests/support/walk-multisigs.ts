import * as v from 'valibot'
import { en, multisigEn } from '#tests/support/messages.ts'
import { treasuryAddress } from '#demo/evm/treasury-keys.ts'
import { getMe } from '#shared/api/get-me.ts'
import type { DemoStage } from './demo-stage.ts'
import { approveConnection, askEvmWallet, linkEvmWallet, seeSigning } from './e2e-evm.ts'
import { answerDialog, linkWallet, seeHome, seeLinked } from './e2e-link.ts'
import {
  approveAsTreasury,
  approveSafeMessage,
  askConnectedOwner,
  getEvm,
  openMultisig,
  startCollecting,
} from './e2e-multisig.ts'
import type { WalkScreen } from './walk-screen.ts'
import {
  PROVOKED,
  SOMEBODY,
  changeAnswers,
  closeSheet,
  closeWallet,
  goTo,
  onAnotherDevice,
  press,
  see,
} from './walk-verbs.ts'

const { cosign, find, stale } = multisigEn

const COSIGNINGS = /\/api\/cosign\/m1_[\w-]+$/
/** Older than any reading that a member sees when opening a multisig. */
const LATER_MS = 4_000

/** Fields of a cosigning that another member started and this member has not confirmed. */
const SOMEBODY_ASKS = { mine: false, starter: SOMEBODY, signedAs: null }

/** The owners of the treasury, none of whom is the member. */
const STRANGERS = (['owner1', 'owner2', 'owner3'] as const).map((owner, index) => ({
  address: treasuryAddress(owner),
  person: null,
  mine: false,
  signed: index === 0,
}))

/** Shows the cosigning on the screen with other fields. */
async function showCosigning(stage: DemoStage, fields: object): Promise<void> {
  await stage.context.unroute(COSIGNINGS)
  await changeAnswers(stage, COSIGNINGS, fields)
  await stage.reloadPage()
}

/** Makes the device forget that it has signed, because the member's device remembers that. */
async function forgetSigning({ messenger }: DemoStage): Promise<void> {
  await messenger.frame({ name: 'mini-app' })?.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.endsWith('cosign/signed')) localStorage.removeItem(key)
  })
}

async function goHome(stage: DemoStage): Promise<void> {
  await goTo(stage, '/')
  await seeHome(stage)
}

/** Opens the member's linked wallet with this address. */
async function openWallet(stage: DemoStage, address: string): Promise<void> {
  const me = v.parse(getMe.response, await onAnotherDevice(stage, getMe.method, getMe.path))
  const wallet = me.wallets.find((one) => one.address === address)
  if (wallet === undefined) throw new Error('the member has no such wallet')
  await goTo(stage, `/wallets/${wallet.id}`)
  await stage.app.getByRole('button', { name: en.wallet.unlink }).waitFor()
}

/** The screens of multisigs and of their owners, in a separate world. */
export const MULTISIG_SCREENS: readonly WalkScreen[] = [
  {
    name: 'multisig',
    title: 'A Safe that one’s wallet signs for',
    async reach({ stage }) {
      stage.errors.expect(PROVOKED)
      await stage.startBot()
      await stage.openMiniApp()
      await linkEvmWallet(stage, { account: 'owner1' })
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
      await openMultisig(stage)
    },
  },
  {
    name: 'cosign',
    title: 'Owners’ signatures, seen by the one who collects them',
    async reach({ stage }) {
      await startCollecting(stage)
    },
  },
  {
    name: 'attempt-cosign',
    title: 'What an owner signs, with its hash',
    async reach({ stage }) {
      await askConnectedOwner(stage)
      await closeWallet(stage)
      await stage.app.getByRole('button', { name: en.attempt.reopen }).waitFor()
    },
  },
  {
    name: 'cosign-signed',
    title: 'An owner has signed',
    async reach({ stage }) {
      await press(stage, en.attempt.reopen)
      await approveSafeMessage(stage.wallet)
      await see(stage, cosign.signatureCounts)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'cosign-owner',
    title: 'An owner is asked to sign',
    async reach({ stage }) {
      await showCosigning(stage, SOMEBODY_ASKS)
      await stage.app.getByText(cosign.whoAsks).first().waitFor()
    },
  },
  {
    name: 'cosign-stranger',
    title: 'Somebody is asked who is no owner yet',
    async reach({ stage }) {
      await forgetSigning(stage)
      await showCosigning(stage, { ...SOMEBODY_ASKS, owners: STRANGERS })
      await stage.app.getByText(cosign.unlistedSignature).first().waitFor()
    },
  },
  {
    name: 'cosign-complete',
    title: 'Enough owners have signed',
    async reach({ stage }) {
      await showCosigning(stage, { state: 'complete', signed: 2 })
      await see(stage, cosign.complete)
    },
    async leave({ stage }) {
      await stage.context.unroute(COSIGNINGS)
      await stage.reloadPage()
      await see(stage, cosign.signatureCounts)
    },
  },
  {
    name: 'home-collections',
    title: 'Home with owners who are asked',
    async reach({ stage }) {
      await stage.pressBack()
      await stage.app.getByText(multisigEn.readAt).first().waitFor()
      await stage.pressBack()
      await see(stage, 'You control')
      await goHome(stage)
      await see(stage, multisigEn.pending)
      await stage.app.getByText(multisigEn.youSigned).waitFor()
    },
  },
  {
    name: 'cosign-cancelled',
    title: 'The member who collected has given up',
    async reach({ stage }) {
      await stage.app.getByText(multisigEn.youSigned).click()
      await see(stage, cosign.signatureCounts)
      await press(stage, cosign.cancel)
      await answerDialog(stage, cosign.cancelAsk.confirm)
      await see(stage, cosign.cancelledMine.name)
    },
    leave: ({ stage }) => goHome(stage),
  },
  {
    name: 'find-multisig',
    title: 'A multisig by its address',
    async reach({ stage }) {
      await openWallet(stage, treasuryAddress('owner1'))
      await press(stage, find.title)
      const sheet = stage.app.getByRole('dialog')
      await sheet.getByText(find.note).waitFor()
      await sheet.getByRole('textbox').fill(treasuryAddress('owner1'))
      await sheet.getByRole('button', { name: find.go }).waitFor()
    },
    async leave({ stage }) {
      await closeSheet(stage)
      await goHome(stage)
    },
  },
  {
    name: 'attempt-safe',
    title: 'A Safe is connected as a wallet',
    async reach({ stage }) {
      await askEvmWallet(stage)
      await approveConnection(stage.wallet, { account: 'treasury' })
      await stage.wallet.getByTestId('text').waitFor()
      await closeWallet(stage)
      await seeSigning(stage)
    },
  },
  {
    name: 'linked-safe',
    title: 'A Safe is linked',
    async reach({ stage }) {
      await press(stage, en.attempt.reopen)
      await approveAsTreasury(stage.wallet)
      await seeLinked(stage)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
    },
    leave: ({ stage }) => goHome(stage),
  },
  {
    name: 'wallet-stale',
    title: 'A Safe whose owners have changed since',
    async reach({ stage, clock }) {
      const { treasury } = getEvm(stage)
      await treasury.swapOwner({ from: 'owner1', to: 'spare' })
      await clock.skip(LATER_MS)
      await openWallet(stage, treasury.safe.address)
      await stage.app.getByText(multisigEn.detail).click()
      await stage.app.getByText(multisigEn.rule).first().waitFor()
      await stage.pressBack()
      await stage.app.getByText(stale('').name).first().waitFor()
    },
    async leave({ stage }) {
      await getEvm(stage).treasury.restore()
      await goHome(stage)
    },
  },
  {
    name: 'multisig-ton',
    title: 'A TON multisig that one’s wallet signs for',
    async reach({ stage }) {
      await linkWallet(stage, { account: 'signer1' })
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
      await openMultisig(stage)
    },
  },
  {
    name: 'cosign-agree',
    title: 'Signers’ agreements, seen by the one who collects them',
    async reach({ stage }) {
      await startCollecting(stage)
    },
    async leave({ stage }) {
      await press(stage, cosign.cancel)
      await answerDialog(stage, cosign.cancelAsk.confirm)
      await see(stage, cosign.cancelledMine.name)
      await goHome(stage)
    },
  },
]
