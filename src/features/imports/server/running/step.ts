import { inTransaction } from '#db/transaction.ts'
import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { announce } from '#server/changes.ts'
import type { Log } from '#server/log.ts'
import type { LongWork } from '#server/long-work.ts'
import { tag } from '#server/tags.ts'
import type { ImportId, UserId } from '#shared/ids.ts'
import type { ImportState } from '../../imports.rules.ts'
import { type ImportRecordRow, lockImport } from '../imports.queries.ts'

export interface StepDeps extends LibraryDeps {
  catalogue: CatalogueDeps
  log: Log
}

/** What a step of the job has. */
export interface RunDeps extends StepDeps {
  work: LongWork
}

/** Games of one transaction: few enough that no reader waits long for the event loop, or for the same library. */
export const GAMES_AT_ONCE = 50

/**
 * Runs one batch of an import in a transaction, if the import is still in this state, and announces its progress. The
 * lock lets two workers of one import run one after the other. Then it makes room for readers. Returns whether the job goes on with this state.
 */
export async function runBatch(
  deps: RunDeps,
  id: ImportId,
  state: ImportState,
  work: (inside: StepDeps, found: ImportRecordRow) => Promise<'more' | 'done'>,
  rows = GAMES_AT_ONCE,
): Promise<boolean> {
  const isUnfinished = await inTransaction(deps, async (inside) => {
    const found = await lockImport(inside.db, id)
    if (found?.state !== state) return false
    const result = await work(inside, found)
    await announceImports(inside, found.user_id)
    return result === 'more'
  })
  await deps.work.pause(rows)
  return isUnfinished
}

export const announceImports = ({ db }: Pick<StepDeps, 'db'>, userId: UserId): Promise<void> =>
  announce(db, [tag.imports(userId)])
