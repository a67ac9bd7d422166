/** Key in the member's storage for the EVM wallet that is connected on this device. */
export const EVM_CONNECTED_KEY = 'evm/connected'
