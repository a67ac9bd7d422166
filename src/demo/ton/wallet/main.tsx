import { Buffer } from 'buffer/'

// @ton/core expects Node's global, so everything that imports it loads after this line.
Object.assign(globalThis, { Buffer })
const { startWallet } = await import('./start-wallet.tsx')
await startWallet()
