/** Whether this build contains EVM wallets: false only in the one that is served under the policy `off`. */
declare const __EVM__: boolean
