const PROBE = 'clasp/probe'

/**
 * Installs a storage in memory where the browser refuses its own: accessing `sessionStorage` throws in
 * a frame whose third-party storage is blocked, and writing throws where the disk is full. It contains
 * what could still be read.
 */
export function shimBlockedStorage(name: 'localStorage' | 'sessionStorage'): void {
  const items = new Map<string, string>()
  try {
    const storage = window[name]
    for (const key of Object.keys(storage)) items.set(key, storage.getItem(key) ?? '')
    storage.setItem(PROBE, PROBE)
    storage.removeItem(PROBE)
  } catch {
    Object.defineProperty(window, name, { value: memoryStorage(items) })
  }
}

function memoryStorage(items: Map<string, string>): Storage {
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
