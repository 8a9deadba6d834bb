import { callErrorOf, toastAuthError } from './auth-failure.ts'

export { SettingsPart } from '#web/ui/settings-part.tsx'

/** Shows a failure in a toast, or returns the texts that belong to fields. */
export function toastFailure(error: unknown): Record<string, string> {
  const failure = callErrorOf(error)
  const texts = Object.entries(failure.details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  // Errors at fields need no toast.
  if (texts.length > 0) return Object.fromEntries(texts)
  toastAuthError(failure)
  return {}
}
