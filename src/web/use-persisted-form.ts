import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const PREFIX = 'typed:'

/**
 * Keeps what is typed into a form over a reload, until it was sent or the tab is closed. Only the named fields: never a
 * password, a code or a token. The session's storage needs no consent for this (C52): without it the form does not do what
 * it is there for. What was typed before the page came alive wins over what was kept. Answers what forgets it, for when the
 * form has done its work.
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
    const kept = readTyped(key)
    for (const field of fields) {
      const value = kept[field]
      const now: unknown = form.getValues(field)
      // A box has always a value of its own, so there what was kept wins, as it does over what a form was filled with.
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
    // Whatever is typed from now on is kept again.
    setTimeout(() => {
      isDone.current = false
    })
  }
}

function readTyped(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function writeTyped(key: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {
    // No storage, or no room: then a reload forgets.
  }
}
