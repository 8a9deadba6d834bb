import type * as z from 'zod/mini'

/**
 * Returns the first sentence of each wrong field of a form whose values a schema has checked; empty if all are right.
 * `fieldOf` names the field of a path; otherwise it is the first part of the path.
 */
export function problemsOfSchema(
  { error }: { error?: z.core.$ZodError | undefined },
  fieldOf: (path: readonly PropertyKey[]) => string = ([first]) => String(first),
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[fieldOf(path)] ??= message
  return problems
}

/** Names a field by its whole path: 'rule.threshold'. */
export const byPath = (path: readonly PropertyKey[]): string => path.join('.')
