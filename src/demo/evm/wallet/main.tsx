// As if under test: otherwise WalletConnect's library asks Reown whether the app is genuine. It looks
// for Node's globals when it loads, so everything that imports it loads after this line.
Object.assign(globalThis, { global: globalThis, process: { env: { IS_VITEST: 'true' } } })
const { startWallet } = await import('./start-wallet.tsx')
await startWallet()
