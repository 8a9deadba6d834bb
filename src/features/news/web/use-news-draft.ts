import { useEffect, useRef } from 'react'
import type { NewsId, UserId } from '#shared/ids.ts'
import { type NewsDraftOnDevice, storeNewsDraft } from './stored-draft.ts'

/** A draft is stored on the device after this pause in typing. */
const REST_MS = 500

/**
 * Stores the unsaved text of the form on this device, at the latest when the page or the form closes. Returns a function
 * that deletes this draft and stores nothing afterwards.
 */
export function useNewsDraft(
  userId: UserId,
  id: NewsId | null,
  { fields, version, isDirty }: NewsDraftOnDevice & { isDirty: boolean },
): () => void {
  const isDone = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const store = () => {
      waiting.current = null
      if (!isDone.current) storeNewsDraft(userId, id, isDirty ? { fields, version } : null)
    }
    waiting.current = store
    const timer = setTimeout(store, REST_MS)
    return () => clearTimeout(timer)
  }, [fields, version, isDirty, userId, id])
  useEffect(() => {
    const flush = () => waiting.current?.()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  return () => {
    isDone.current = true
    storeNewsDraft(userId, id, null)
  }
}
