const EVENT = 'savepoint.quiet-error'

/** Sends an error to the error log only, because the person has already seen its effect. */
export function logQuietly(error: Error): void {
  dispatchEvent(new CustomEvent(EVENT, { detail: error }))
}

export function onQuietError(listener: (error: Error) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Error>).detail)
  addEventListener(EVENT, hear)
  return () => removeEventListener(EVENT, hear)
}
