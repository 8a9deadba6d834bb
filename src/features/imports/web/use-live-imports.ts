import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import type { ImportState } from '../imports.rules.ts'
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

/** Refreshes the library when an import has been written or undone. */
export function useFreshLibrary(state: ImportState | undefined): void {
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    const was = before.current
    before.current = state
    if ((was === 'applying' || was === 'undoing') && state !== was) refreshLibrary(client)
  }, [client, state])
}
