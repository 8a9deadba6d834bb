import { queryOptions } from '@tanstack/react-query'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { call } from '#web/call.ts'
import { listBookmarks } from '../play-sessions.endpoints.ts'

/** Where the viewer was in the games that they are playing. */
export const bookmarksQuery = () =>
  queryOptions({
    queryKey: [...libraryKeys.playLog, 'bookmarks'] as const,
    queryFn: async ({ client, signal }) => (await call(listBookmarks, {}, { client, signal })).bookmarks,
  })
