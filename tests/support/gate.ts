/** A point that code passes when the test opens it. */
export type Gate<T> = { passed: Promise<T>; open(value: T): void }

export function createGate<T = void>(): Gate<T> {
  const listeners: ((value: T) => void)[] = []
  return {
    passed: new Promise<T>((resolve) => void listeners.push(resolve)),
    open: (value) => listeners.forEach((listener) => listener(value)),
  }
}
