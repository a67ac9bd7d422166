/** The member in `initData`, not verified; null where it cannot be read. */
export function readUser(initData: string): unknown {
  return readJson(new URLSearchParams(initData).get('user'))
}

/** Null where there is nothing, or it cannot be read. */
export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

export function getField(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
