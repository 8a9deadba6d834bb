const EVENT = 'savepoint.quiet-error'

/** Tells the error log alone: the person has seen what came of it. */
export function logQuietly(error: Error): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: error }))
}

export function onQuietError(listener: (error: Error) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Error>).detail)
  addEventListener(EVENT, hear)
  return () => removeEventListener(EVENT, hear)
}
