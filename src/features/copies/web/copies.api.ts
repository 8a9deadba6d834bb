import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { libraryKeys } from '#features/library/web/library.api.ts'
import { LibraryError } from '#features/library/web/library-changes.api.ts'
import type { CopyId, GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import * as endpoints from '../copies.endpoints.ts'
import type { CopyDraft } from '../copies.schemas.ts'
import { COPY_TEXTS } from '../copies.texts.ts'

const copiesKey = ['library', 'copies'] as const

/** The query of the viewer's copies of a game. */
export const copiesQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...copiesKey, gameId] as const,
    queryFn: async ({ client, signal }) =>
      (await call(endpoints.listCopies, { params: { gameId } }, { client, signal })).copies,
    // A game that leaves the library takes its copies with it.
    staleTime: 0,
  })

/** The query of how many copies the viewer has, and of which platforms and stores. */
export const copySummaryQuery = () =>
  queryOptions({
    queryKey: [...copiesKey, 'summary'] as const,
    queryFn: ({ client, signal }) => call(endpoints.getCopySummary, {}, { client, signal }),
    staleTime: 0,
  })

/** Adds a copy (`id` null), or replaces what is noted for one, if that is `seen`. Throws LibraryError. */
export const saveCopy = (
  client: QueryClient,
  gameId: GameId,
  id: CopyId | null,
  draft: CopyDraft,
  seen?: CopyDraft,
): Promise<void> =>
  write(client, COPY_TEXTS.notSaved, () =>
    id === null
      ? call(endpoints.addCopy, { params: { gameId }, body: draft }, { client })
      : call(
          endpoints.changeCopy,
          { params: { gameId, copyId: id }, body: { ...draft, ...(seen && { seen }) } },
          { client },
        ),
  )

/** Deletes a copy. Throws LibraryError. */
export const deleteCopy = (client: QueryClient, gameId: GameId, id: CopyId): Promise<void> =>
  write(client, COPY_TEXTS.notDeleted, () => call(endpoints.deleteCopy, { params: { gameId, copyId: id } }, { client }))

async function write(client: QueryClient, failure: string, send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (cause) {
    throw new LibraryError(failure, { cause })
  } finally {
    void client.invalidateQueries({ queryKey: libraryKeys.lists })
    await client.invalidateQueries({ queryKey: copiesKey })
  }
}
