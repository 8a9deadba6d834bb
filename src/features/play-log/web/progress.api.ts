import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { Entry } from '#features/library/library.contract.ts'
import { LIBRARY_FAILURES } from '#features/library/library.texts.ts'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { write } from '#features/library/web/library-changes.api.ts'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { getProgress, saveProgress } from '../progress.endpoints.ts'
import type { ProgressDraft } from '../progress.schemas.ts'
import { bookmarksQuery } from './bookmarks.api.ts'

/** Logs progress. When `draft` has a status, the page shows it at once. */
export async function log(
  client: QueryClient,
  gameId: GameId,
  draft: ProgressDraft,
): Promise<{
  entry: Entry
  created: boolean
  session: { id: PlaySessionId } | null
  playthrough: { id: PlaythroughId; created: boolean } | null
}> {
  let created = false
  let session: { id: PlaySessionId } | null = null
  let playthrough: { id: PlaythroughId; created: boolean } | null = null
  const { correct: _, user_id: __, played: ___, take_back: ____, playthrough: _____, ...shown } = draft
  const send = async () => {
    const answer = await call(saveProgress, { params: { gameId }, body: draft }, { client })
    created = answer.created
    session = answer.session ?? null
    playthrough = answer.playthrough ?? null
    return answer.entry
  }
  const entry = await write(client, gameId, shown, LIBRARY_FAILURES.progress, send, { isProgress: true })
  if (draft.playthrough?.bookmark !== undefined) void client.invalidateQueries({ queryKey: bookmarksQuery().queryKey })
  return { entry: entry as Entry, created, session, playthrough }
}

export const progressQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.progress, gameId] as const,
    queryFn: ({ client, signal }) => call(getProgress, { params: { gameId } }, { client, signal }),
  })
