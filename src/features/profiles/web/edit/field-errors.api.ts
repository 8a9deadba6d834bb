import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showFailure, showFieldProblems } from '#web/write-failure.ts'
import { EDIT_TEXTS } from '../../profile-edit.texts.ts'

/** Shows the errors of a refused save at their fields, or else in a toast. The input stays. */
export function showFieldErrors<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'setError'>,
  error: unknown,
  fields: readonly Path<F>[],
): void {
  if (!showFieldProblems(form, error, fields)) showFailure(EDIT_TEXTS.notSaved, error)
}
