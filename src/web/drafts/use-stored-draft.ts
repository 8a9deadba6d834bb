import { useEffect, useRef } from 'react'
import { readDraft, storeDraft } from './drafts.ts'

/** A draft is stored on the device after this pause in typing. */
const REST_MS = 400

/**
 * Stores an unsaved text on this device, at the latest when the page or the form closes; a null `draft` deletes it.
 * Without a name it stores nothing. Returns a function that deletes the stored draft after the text was saved.
 *
 * A form that only the browser renders begins with `readDraft`. One that the server renders too passes `restore`, which
 * receives the stored draft after the hydration, before anything is stored.
 */
export function useStoredDraft(
  name: string | null,
  draft: object | null,
  restore?: (stored: object | null) => void,
): () => void {
  const text = JSON.stringify(draft)
  /** The draft that the device has. */
  const stored = useRef('null')
  const waiting = useRef<(() => void) | null>(null)
  const isRestoring = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once
  useEffect(() => {
    if (name === null) return
    const found = readDraft(name)
    stored.current = JSON.stringify(found)
    isRestoring.current = restore !== undefined
    restore?.(found)
    const flush = () => waiting.current?.()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [name])
  useEffect(() => {
    waiting.current = null
    // The form does not have the restored text yet.
    const isEarly = isRestoring.current
    isRestoring.current = false
    if (isEarly || name === null || text === stored.current) return
    waiting.current = () => {
      waiting.current = null
      stored.current = text
      storeDraft(name, JSON.parse(text) as object | null)
    }
    const timer = setTimeout(() => waiting.current?.(), REST_MS)
    return () => clearTimeout(timer)
  }, [name, text])
  return () => {
    waiting.current = null
    stored.current = 'null'
    if (name !== null) storeDraft(name, null)
  }
}
