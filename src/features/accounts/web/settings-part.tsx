import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { authErrorText } from '../accounts.rules.ts'

export { SettingsPart } from '#web/ui/settings-part.tsx'

/** Tells a failure in a toast; answers the texts that belong to fields. */
export function toastFailure(error: unknown): Record<string, string> {
  const failure = error instanceof CallError ? error : new CallError(500, { error: '' })
  const texts = Object.entries(failure.details).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  // What stands at its field needs no toast.
  if (texts.length > 0) return Object.fromEntries(texts)
  const face = authErrorText(failure)
  toast({ title: face.title, description: face.detail })
  return {}
}
