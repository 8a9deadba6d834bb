import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { importKeys, refreshLibrary } from './imports.api.ts'

const PACE = { waitMs: 300, mostMs: 1_000 }

/** Shows the progress of the member's imports live. */
export function useLiveImports(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = debounceBatch(() => client.invalidateQueries({ queryKey: importKeys.all.slice(0, 1) }), PACE)
    return listenLive('imports', () => refresh(null))
  }, [client])
}

/** Refreshes the library when an import, its undo or a sync has been written. */
export function useFreshLibrary(isWriting: boolean): void {
  const client = useQueryClient()
  const before = useRef(isWriting)
  useEffect(() => {
    const was = before.current
    before.current = isWriting
    if (was && !isWriting) refreshLibrary(client)
  }, [client, isWriting])
}
