/** Where the member's storage keeps which EVM wallet is connected on this device. */
export const EVM_CONNECTED_KEY = 'evm/connected'
