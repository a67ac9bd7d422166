/** A script after which every access to storage throws, as in a frame whose third-party storage the browser blocks. */
export const BLOCKED_STORAGE = `if (window !== top) for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('blocked', 'SecurityError') } })`
