import * as v from 'valibot'

const ErrorEventSchema = v.object({ error_code: v.number() })

/**
 * The code of the error that a wallet has just sent. The library names it in an event only: its errors have classes, and
 * none for some codes.
 */
export function createWalletErrorCode() {
  let last: number | null = null
  return {
    /** What the library is given as its `eventDispatcher`. */
    dispatcher: {
      async dispatchEvent(_name: string, event: unknown): Promise<void> {
        const error = v.safeParse(ErrorEventSchema, event)
        if (error.success) last = error.output.error_code
      },
      addEventListener: async () => () => {},
    },
    /** Null if none has come since this was last asked. */
    take(): number | null {
      const code = last
      last = null
      return code
    },
  }
}

export type WalletErrorCode = ReturnType<typeof createWalletErrorCode>
