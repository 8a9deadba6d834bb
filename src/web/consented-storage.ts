/**
 * Where the browser keeps what is convenient: filters, the game cache. Without functional consent that is the session's
 * storage, which a reload survives and the end of the session does not (C52). Nobody can be asked for consent yet, so it
 * always is; the consent banner changes this one function. Null where the browser allows no storage at all.
 */
export function consentedStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

export function readKept(name: string): unknown {
  try {
    return JSON.parse(consentedStorage()?.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** False when there is no room, or no storage. */
export function keep(name: string, value: unknown): boolean {
  try {
    const storage = consentedStorage()
    if (value === null) storage?.removeItem(name)
    else storage?.setItem(name, JSON.stringify(value))
    return storage !== null
  } catch {
    return false
  }
}
