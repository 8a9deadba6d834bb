import type { QueryClient } from '@tanstack/react-query'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { type Entry, listLibrary } from '../../library.contract.ts'
import type { PlaythroughDraft, SessionDraft } from '../../session-draft.contract.ts'
import * as contract from '../../sessions.contract.ts'
import { write } from '../library-changes.ts'

// Every change goes the way of all writes of an entry: in turn, and what the server answered is shown everywhere.

export async function saveSession(
  client: QueryClient,
  gameId: GameId,
  id: PlaySessionId | null,
  draft: SessionDraft,
): Promise<contract.PlaySession> {
  let session: contract.PlaySession | undefined
  const send = async () => {
    const { correct: _, ...changes } = draft
    const answer = id
      ? await call(
          contract.changeSession,
          { params: { gameId, playSessionId: id }, body: { ...changes, note: changes.note ?? null } },
          { client },
        )
      : await call(contract.addSession, { params: { gameId }, body: draft }, { client })
    session = answer.session
    return answer.entry
  }
  await write(client, gameId, {}, 'Failed to save the session', send, { isProgress: true })
  return session as contract.PlaySession
}

export async function deleteSession(client: QueryClient, gameId: GameId, id: PlaySessionId): Promise<Entry> {
  const send = async () =>
    (await call(contract.deleteSession, { params: { gameId, playSessionId: id } }, { client })).entry
  const entry = await write(client, gameId, {}, 'Failed to delete the session', send, { isProgress: true })
  return entry as Entry
}

/** Makes one session of several; answers with what brings them back. */
export async function mergeSessions(
  client: QueryClient,
  gameId: GameId,
  ids: PlaySessionId[],
): Promise<() => Promise<void>> {
  let undo_id = ''
  await write(client, gameId, {}, 'Failed to merge the sessions', async () => {
    const answer = await call(contract.mergeSessions, { params: { gameId }, body: { session_ids: ids } }, { client })
    undo_id = answer.undo_id
    return answer.entry
  })
  return async () => {
    await write(client, gameId, {}, 'Failed to bring the sessions back', async () => {
      return (await call(contract.undoMerge, { params: { gameId }, body: { undo_id } }, { client })).entry
    })
  }
}

export async function savePlaythrough(
  client: QueryClient,
  gameId: GameId,
  id: PlaythroughId | null,
  draft: PlaythroughDraft,
): Promise<void> {
  await changing(client, gameId, 'Failed to save the playthrough', () =>
    id
      ? call(contract.changePlaythrough, { params: { gameId, playthroughId: id }, body: draft }, { client })
      : call(contract.startPlaythrough, { params: { gameId }, body: draft }, { client }),
  )
}

export async function deletePlaythrough(client: QueryClient, gameId: GameId, id: PlaythroughId): Promise<void> {
  await changing(client, gameId, 'Failed to delete the playthrough', () =>
    call(contract.deletePlaythrough, { params: { gameId, playthroughId: id } }, { client }),
  )
}

/** For answers without the entry, which is then read again. */
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
  // Sessions may have gone with a playthrough.
  await write(client, gameId, {}, failure, sendAndRead, { isProgress: true })
}

async function readEntry(client: QueryClient, gameId: GameId): Promise<Entry | null> {
  const { data } = await call(listLibrary, { query: { game_id: gameId } }, { client })
  return data[0] ?? null
}
