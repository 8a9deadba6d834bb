import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showFieldProblems } from '#web/write-failure.ts'
import { callErrorOf, toastAuthError } from './auth-failure.ts'

export { SettingsPart } from '#web/ui/settings-part.tsx'

export const toastFailure = (error: unknown): void => toastAuthError(callErrorOf(error))

/** Shows why a request was refused: at these fields of its form, or else in a toast. */
export function showRefusal<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fields: readonly Path<Values>[],
): void {
  if (!showFieldProblems(form, error, fields)) toastFailure(error)
}
