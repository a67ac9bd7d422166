/** The member in `initData`, not verified; null where it cannot be read. */
export function readUser(initData: string): unknown {
  return readJson(new URLSearchParams(initData).get('user'))
}

/** What this device stores for the member under this key, through `user-storage.ts`; null for nothing. */
export function readStored(initData: string, key: string): unknown {
  const id = String(getField(readUser(initData), 'id'))
  return readJson(localStorage.getItem(`clasp/${id}/${key}`))
}

/** Null where there is nothing, or it cannot be read. */
function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

export function getField(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
