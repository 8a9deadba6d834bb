import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { keyOf, type LibraryDeps, refuseMissing } from '#features/library/server/library.service.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import { lockEntries } from '#features/library/server/writing/entry-writing.service.ts'
import { isBefore } from '#features/play-log/play-sessions.rules.ts'
import { requirePast } from '#features/play-log/server/play-log.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { CopyId, GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Copy } from '../copies.contract.ts'
import { COPIES_MAX } from '../copies.rules.ts'
import type { CopyDraft } from '../copies.schemas.ts'
import { COPY_TEXTS } from '../copies.texts.ts'
import * as queries from './copies.queries.ts'

// Nobody but the owner reads a copy. Their counts are cached under the tag of the shelf, so that each write announces it.

const refuseCopy = () => refuse('not_found', 'copy_not_found', COPY_TEXTS.missing)

export const listCopies = ({ db }: Pick<LibraryDeps, 'db'>, viewer: Viewer, gameId: GameId) =>
  queries.listCopies(db, keyOf(viewer, gameId))

export const countCopies = ({ db }: Pick<LibraryDeps, 'db'>, viewer: Viewer) => queries.countCopies(db, viewer.id)

/** Notes a copy of a game of the library. Refuses with 409 a copy beyond the limit. */
export function addCopy(deps: LibraryDeps, viewer: Viewer, gameId: GameId, draft: CopyDraft): Promise<Copy> {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async ({ db, clock }) => {
    const at = clock()
    // Writers of one entry wait for each other, so that two requests at once keep the limit.
    if ((await lockEntries(db, viewer.id, [gameId])).length === 0) refuseMissing()
    await requireDays(db, key, draft, at)
    if ((await queries.listCopies(db, key)).length >= COPIES_MAX)
      refuse('conflict', 'too_many_copies', COPY_TEXTS.tooMany)
    const id = await queries.insertCopy(db, key, draft, at)
    await announce(db, [tag.shelf(viewer.id)])
    return requireCopy(db, key, id)
  })
}

/** Replaces what is noted for a copy. Refuses with 404 that of another member, and with 409 one that is not as `seen`. */
export function changeCopy(
  deps: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  copyId: CopyId,
  { seen, ...draft }: CopyDraft & { seen?: CopyDraft | undefined },
) {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async ({ db, clock }) => {
    const at = clock()
    // Two changes at once wait for each other, so that the later one knows the earlier one.
    if ((await lockEntries(db, viewer.id, [gameId])).length === 0) refuseCopy()
    const before = await requireCopy(db, key, copyId)
    if (seen && Object.entries(seen).some(([field, value]) => before[field as keyof CopyDraft] !== value))
      refuse('conflict', 'changed_by_somebody', COPY_TEXTS.changed)
    await requireDays(db, key, draft, at)
    if (!(await queries.updateCopy(db, key, copyId, draft, at))) refuseCopy()
    await announce(db, [tag.shelf(viewer.id)])
    return requireCopy(db, key, copyId)
  })
}

export function deleteCopy(deps: LibraryDeps, viewer: Viewer, gameId: GameId, copyId: CopyId): Promise<void> {
  return inTransaction(deps, async ({ db }) => {
    if (!(await queries.deleteCopy(db, keyOf(viewer, gameId), copyId))) refuseCopy()
    await announce(db, [tag.shelf(viewer.id)])
  })
}

async function requireCopy(db: Db, key: EntryKey, copyId: CopyId): Promise<Copy> {
  const [copy] = await queries.listCopies(db, key, copyId)
  return copy ?? refuseCopy()
}

/** Refuses a day in the future by the member's calendar, and a copy that is lent before the member got it. */
async function requireDays(db: Db, { userId }: EntryKey, { got_on, lent_on }: CopyDraft, at: Date): Promise<void> {
  if (!got_on && !lent_on) return
  const { latest } = await memberDays(db, userId, at)
  for (const day of [got_on, lent_on]) if (day) requirePast(day, latest)
  if (got_on && lent_on && isBefore(lent_on, got_on)) refuse('invalid', 'lent_too_early', COPY_TEXTS.lentTooEarly)
}
