import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaylistId } from '#shared/ids.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { playlistKeys, playlistQuery } from './playlists.api.ts'

/** The tables whose changes a page shows (G42). */
const TABLES = ['playlists', 'playlist_games']

/**
 * Refetches the lists of playlists on screen after an admin has changed one, or with an id this playlist, for members and
 * visitors (R-PLDATA-11). A burst of events causes one refetch (R-PLDATA-12).
 */
export function useLivePlaylists(id?: PlaylistId): void {
  const client = useQueryClient()
  useEffect(() => {
    const shown = id ? [playlistQuery(id).queryKey] : [playlistKeys.lists, playlistKeys.showcase]
    const refresh = debounceBatch(() => Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey }))))
    const stops = TABLES.map((table) =>
      listenLive(id ? `${table}:${id}` : table, () => refresh(null), { isForVisitors: true }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, id])
}
