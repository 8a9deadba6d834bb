import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readTyped, storeTyped } from './typed-input.ts'

/**
 * Preserves the input of a form over a reload, until it is sent or the tab is closed. It stores only the named fields:
 * never a password, a code or a token. It needs no consent, because it only keeps what the person has just typed, and
 * ends with the tab. Input from before hydration takes precedence over stored input. Returns a function that deletes the
 * stored input after the form was sent.
 */
export function usePersistedForm<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'getValues' | 'setValue' | 'subscribe' | 'formState'>,
  name: string,
  fields: readonly Path<F>[],
): () => void {
  const isDone = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form keeps its name and its fields
  useEffect(() => {
    const stored = readTyped(name)
    for (const field of fields) {
      const value = stored[field]
      const now: unknown = form.getValues(field)
      // A checkbox always has a value, so the stored value takes precedence, also over the form's default values.
      const isFilled = now === (form.formState.defaultValues as FieldValues | undefined)?.[field]
      if (value !== undefined && (!now || typeof now === 'boolean' || isFilled))
        form.setValue(field, value as PathValue<F, Path<F>>, { shouldDirty: true })
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isDone.current) return
        const typed = Object.fromEntries(fields.map((field) => [field, (values as FieldValues)[field]]))
        storeTyped(name, Object.values(typed).some(Boolean) ? typed : null)
      },
    })
    return stop
  }, [])

  return () => {
    isDone.current = true
    storeTyped(name, null)
    // Later input is stored again.
    setTimeout(() => {
      isDone.current = false
    })
  }
}
