import type { QueryClient } from '@tanstack/react-query'
import type { Entry } from '#features/library/library.contract.ts'
import { listLibrary } from '#features/library/library.endpoints.ts'
import { write } from '#features/library/web/library-changes.api.ts'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import type { PlaythroughDraft, SessionDraft } from '../../play-session-draft.schemas.ts'
import type { PlaySession } from '../../play-sessions.contract.ts'
import * as endpoints from '../../play-sessions.endpoints.ts'
import { bookmarksQuery } from '../bookmarks.api.ts'

// Every change of the play log goes through the write queue of its entry, and the response updates all caches.

export async function saveSession(
  client: QueryClient,
  gameId: GameId,
  id: PlaySessionId | null,
  draft: SessionDraft,
): Promise<PlaySession> {
  let session: PlaySession | undefined
  const send = async () => {
    const { correct: _, ...changes } = draft
    const answer = id
      ? await call(
          endpoints.changeSession,
          { params: { gameId, playSessionId: id }, body: { ...changes, note: changes.note ?? null } },
          { client },
        )
      : await call(endpoints.addSession, { params: { gameId }, body: draft }, { client })
    session = answer.session
    return answer.entry
  }
  await write(client, gameId, {}, PLAY_LOG_TEXTS.sessionNotSaved, send, { isProgress: true })
  return session as PlaySession
}

export async function deleteSession(client: QueryClient, gameId: GameId, id: PlaySessionId): Promise<Entry> {
  const send = async () =>
    (await call(endpoints.deleteSession, { params: { gameId, playSessionId: id } }, { client })).entry
  const entry = await write(client, gameId, {}, PLAY_LOG_TEXTS.sessionNotDeleted, send, { isProgress: true })
  return entry as Entry
}

/** Merges several sessions into one; returns the undo function. */
export async function mergeSessions(
  client: QueryClient,
  gameId: GameId,
  ids: PlaySessionId[],
): Promise<() => Promise<void>> {
  let undo_id = ''
  await write(client, gameId, {}, PLAY_LOG_TEXTS.notMerged, async () => {
    const answer = await call(endpoints.mergeSessions, { params: { gameId }, body: { session_ids: ids } }, { client })
    undo_id = answer.undo_id
    return answer.entry
  })
  return async () => {
    await write(client, gameId, {}, PLAY_LOG_TEXTS.notRestored, async () => {
      return (await call(endpoints.undoMerge, { params: { gameId }, body: { undo_id } }, { client })).entry
    })
  }
}

export async function savePlaythrough(
  client: QueryClient,
  gameId: GameId,
  id: PlaythroughId | null,
  draft: PlaythroughDraft,
): Promise<void> {
  await changing(client, gameId, PLAY_LOG_TEXTS.playthroughNotSaved, () =>
    id
      ? call(endpoints.changePlaythrough, { params: { gameId, playthroughId: id }, body: draft }, { client })
      : call(endpoints.startPlaythrough, { params: { gameId }, body: draft }, { client }),
  )
  void client.invalidateQueries({ queryKey: bookmarksQuery().queryKey })
}

export async function deletePlaythrough(client: QueryClient, gameId: GameId, id: PlaythroughId): Promise<void> {
  await changing(client, gameId, PLAY_LOG_TEXTS.playthroughNotDeleted, () =>
    call(endpoints.deletePlaythrough, { params: { gameId, playthroughId: id } }, { client }),
  )
}

/** Sends a change whose response has no entry, and reads the entry afterwards. */
async function changing(
  client: QueryClient,
  gameId: GameId,
  failure: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const sendAndRead = async () => {
    await send()
    return readEntry(client, gameId)
  }
  // A deleted playthrough may have deleted sessions too.
  await write(client, gameId, {}, failure, sendAndRead, { isProgress: true })
}

async function readEntry(client: QueryClient, gameId: GameId): Promise<Entry | null> {
  const { data } = await call(listLibrary, { query: { game_id: gameId } }, { client })
  return data[0] ?? null
}
