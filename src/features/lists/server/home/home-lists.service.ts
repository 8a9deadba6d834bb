import { inTransaction } from '#db/transaction.ts'
import type { Viewer } from '#server/routes.ts'
import type { ListId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { HOME_LIST_TEXTS } from '../../home-lists.texts.ts'
import { HOME_LISTS_MAX } from '../../lists.rules.ts'
import { listPinned } from '../lists.queries.ts'
import { type Covers, type ListRow, type ListsDeps, loadCovers, refuseMissing } from '../lists.service.ts'
import { lockAuthor } from '../writing/list-writing.queries.ts'
import * as queries from './home-lists.queries.ts'

/** Lists the lists that the viewer has pinned to the home page. */
export async function listOnHome(deps: ListsDeps, viewer: Viewer): Promise<{ rows: ListRow[]; covers: Covers }> {
  const rows = await listPinned(deps.db, viewer.id, HOME_LISTS_MAX)
  const covers = await loadCovers(
    deps,
    rows.map(({ id }) => id),
  )
  return { rows, covers }
}

/** Pins a list of the viewer to the home page or unpins it. Refuses with 409 when as many as fit are there already. */
export async function pinToHome(deps: ListsDeps, viewer: Viewer, listId: ListId, isOnHome: boolean): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await lockAuthor(db, viewer.id)
    const isFull = isOnHome && (await queries.countOtherPinned(db, viewer.id, listId)) >= HOME_LISTS_MAX
    if (!(await queries.setPinned(db, viewer.id, listId, isOnHome))) refuseMissing()
    if (isFull) refuse('conflict', 'home_full', HOME_LIST_TEXTS.full)
  })
}
