import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { EDIT_TEXTS } from '../../profile-edit.texts.ts'

/** Shows the errors of a refused save at their fields, or else in a toast. The input stays. */
export function showFieldErrors<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'setError'>,
  error: unknown,
  fields: readonly Path<F>[],
): void {
  const failure = error instanceof CallError ? error : null
  const failedFields = fields.filter((field) => typeof failure?.details[field] === 'string')
  for (const [at, field] of failedFields.entries()) {
    const message = failure?.details[field] as string
    form.setError(field, { type: 'server', message }, { shouldFocus: at === 0 })
  }
  if (failedFields.length === 0)
    toast({
      title: EDIT_TEXTS.notSaved,
      description: failure?.message ?? EDIT_TEXTS.inputHere,
      tone: 'danger',
    })
}
