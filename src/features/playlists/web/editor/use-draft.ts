import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PlaylistId, UserId } from '#shared/ids.ts'
import { type EditorFields, isSameFields } from './editor-fields.ts'
import { storePlaylistDraft } from './stored-drafts.ts'

/** A hundred games are 20 kB, so not every letter writes them. */
const REST_MS = 300

/**
 * Stores the unsaved values of the form on this device until they are saved. `saved` is the version that the form began
 * with, and `version` its `updatedAt`. `store` stores at once; `finish` deletes this draft and stores nothing afterwards.
 */
export function useDraft(
  form: UseFormReturn<EditorFields>,
  now: { userId: UserId; id: PlaylistId | null; saved: EditorFields; version: string | null },
): { store: () => void; finish: () => void } {
  const isDone = useRef(false)
  const store = () => {
    if (isDone.current) return
    const fields = form.getValues()
    const { saved, version } = now
    storePlaylistDraft(now.userId, now.id, isSameFields(fields, saved) ? null : { fields, version })
  }
  const latest = useRef(store)
  latest.current = store
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const flush = () => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      latest.current()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        if (timer !== null) clearTimeout(timer)
        timer = setTimeout(flush, REST_MS)
      },
    })
    addEventListener('pagehide', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [form])
  const finish = () => {
    isDone.current = true
    storePlaylistDraft(now.userId, now.id, null)
  }
  return { store, finish }
}
