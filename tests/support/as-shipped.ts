/** Runs a build as its command does. Vitest's own NODE_ENV would put React's development build into it. */
export async function asShipped<Result>(build: () => Promise<Result>): Promise<Result> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await build()
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
