import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const PREFIX = 'typed:'

/**
 * Preserves the input of a form over a reload, until it is sent or the tab is closed. It stores only the named fields:
 * never a password, a code or a token. Session storage needs no consent for this (C52), because the form could not work
 * without it. Input from before hydration takes precedence over stored input. Returns a function that deletes the
 * stored input after the form was sent.
 */
export function usePersistedForm<F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'getValues' | 'setValue' | 'subscribe' | 'formState'>,
  name: string,
  fields: readonly Path<F>[],
): () => void {
  const key = PREFIX + name
  const isDone = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form keeps its name and its fields
  useEffect(() => {
    const stored = readTyped(key)
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
        writeTyped(key, Object.values(typed).some(Boolean) ? typed : null)
      },
    })
    return stop
  }, [])

  return () => {
    isDone.current = true
    writeTyped(key, null)
    // Later input is stored again.
    setTimeout(() => {
      isDone.current = false
    })
  }
}

function readTyped(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function writeTyped(key: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // Without storage, or without room in it, the input does not survive a reload.
  }
}
