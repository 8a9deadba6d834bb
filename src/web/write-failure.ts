import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { CallError } from './call.ts'
import { toast } from './ui/toasts.ts'

/** Returns the failed call behind an error; null if the error is a bug. */
export const failedCallOf = (error: unknown): CallError | null => {
  const cause = error instanceof Error && !(error instanceof CallError) ? error.cause : error
  return cause instanceof CallError ? cause : null
}

/** Returns why a write failed: the sentence of the server, or of the network. */
export const failureText = (error: unknown): string => failedCallOf(error)?.message ?? SOMETHING_WENT_WRONG

/** Shows in a toast that a write failed, and why. `title` says what did not happen. */
export function showFailure(title: string, error: unknown): void {
  toast({ title, description: failureText(error), tone: 'danger' })
  // The person has read of it, and the operator should, too.
  if (!failedCallOf(error)) reportError(error)
}

/** Returns the sentences of a refused request by the fields that they belong to. */
export const fieldProblemsOf = (error: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(failedCallOf(error)?.details ?? {}).filter(
      (detail): detail is [string, string] => typeof detail[1] === 'string',
    ),
  )

/**
 * Shows the sentences of a refused request at the fields of its form, and moves the focus to the first one. Returns false
 * if the refusal names none of these fields, so that the caller shows it in another way. The input stays.
 */
export function showFieldProblems<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fields: readonly Path<Values>[],
): boolean {
  const problems = fieldProblemsOf(error)
  const wrong = fields.filter((field) => problems[field] !== undefined)
  for (const [at, field] of wrong.entries())
    form.setError(field, { type: 'server', message: problems[field] as string }, { shouldFocus: at === 0 })
  return wrong.length > 0
}
