import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PlaylistId } from '#shared/ids.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { editedPlaylistQuery, refreshAdminLists } from './playlist-editor.api.ts'

/** Calls back with the stored version after each change of the playlist, by this admin or by another one (R-PLDATA-11). */
export function useStoredChanges(id: PlaylistId | null, onChange: (stored: Playlist) => void): void {
  const client = useQueryClient()
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (id === null) return
    const check = debounceBatch(async () => {
      // A failure does not matter: a save notices another version, too.
      const stored = await client.fetchQuery(editedPlaylistQuery(id)).catch(() => null)
      if (stored) latest.current(stored)
    })
    const stops = ['playlists', 'playlist_games'].map((table) => listenLive(`${table}:${id}`, () => check(null)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, id])
}

/** Refetches the admins' lists after a change of any playlist (R-PLDATA-11). */
export function useLiveAdminLists(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = debounceBatch(() => refreshAdminLists(client))
    return listenLive('playlists', () => refresh(null))
  }, [client])
}
