import type { EvmPolicy } from '#shared/boot.ts'

/** The meaning of each value of EVM, in the text of the question to the operator. */
export const EVM_POLICY_TEXTS: Record<EvmPolicy, string> = {
  off: "TON wallets only. The only value that follows Telegram's terms for bot developers (§7) to the letter",
  'in-app': 'EVM wallets connect inside the Mini App, where §7 admits TON Connect only',
  browser:
    "EVM wallets connect on your site in the member's browser; §7.4 extends to sending members elsewhere",
}
