/**
 * Puts a storage in memory where the browser refuses its own: touching `sessionStorage` throws in
 * a frame whose third-party storage is blocked.
 */
export function shimBlockedStorage(name: 'localStorage' | 'sessionStorage'): void {
  try {
    window[name].getItem('')
  } catch {
    Object.defineProperty(window, name, { value: memoryStorage() })
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => {
      items.delete(key)
    },
    setItem: (key, value) => {
      items.set(key, value)
    },
  }
}
