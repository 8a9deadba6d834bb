import { useEffect, useRef } from 'react'
import type { ForumThreadId, UserId } from '#shared/ids.ts'
import { readDraft, storeDraft } from '#web/drafts.ts'

/** Names the draft of a reply in a thread, or of a new thread. Members who share this device have separate drafts. */
export const draftName = (userId: UserId, of: ForumThreadId | 'new'): string => `forum ${userId} ${of}`

export const readForumDraft = <Draft extends object>(name: string): Partial<Draft> | null =>
  readDraft(name) as Partial<Draft> | null

/** A draft is stored on the device after this pause in typing. */
const REST_MS = 400

/**
 * Stores an unsent text on this device, at the latest when the page or the form closes; null deletes it. Without a name
 * it stores nothing. Returns a function that deletes the stored draft after the text was sent.
 */
export function useForumDraft(name: string | null, draft: object | null): () => void {
  const text = JSON.stringify(draft)
  const stored = useRef(text)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    waiting.current = null
    if (name === null || text === stored.current) return
    waiting.current = () => {
      waiting.current = null
      stored.current = text
      storeDraft(name, JSON.parse(text) as object | null)
    }
    const timer = setTimeout(() => waiting.current?.(), REST_MS)
    return () => clearTimeout(timer)
  }, [name, text])
  useEffect(() => {
    const flush = () => waiting.current?.()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])
  return () => {
    waiting.current = null
    stored.current = 'null'
    if (name !== null) storeDraft(name, null)
  }
}
