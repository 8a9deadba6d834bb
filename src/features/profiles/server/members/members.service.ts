import type * as z from 'zod/mini'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { descending } from '#shared/order.ts'
import { refuse } from '#shared/refusal.ts'
import type { ListedMember } from '../../members.contract.ts'
import { MEMBERS_PAGE_SIZE, type MemberOrder } from '../../members.endpoints.ts'
import { likenessOf } from '../../members.rules.ts'
import { SIGN_IN_FOR_SIMILAR } from '../../members.texts.ts'
import * as queries from './members.queries.ts'

export interface MembersDeps extends WithCatalogue {
  clock: Clock
}

type Row = Omit<queries.MemberRow, 'last_seen_at'>
type Counts = ReadonlyMap<UserId, queries.ShelfCount>

const NOTHING: queries.ShelfCount = { games: 0, common: 0 }

/**
 * Lists members whose library the viewer may see, with the games that they like best and the number of all. Refuses a visitor
 * who asks for similar shelves with 401.
 */
export async function listMembers(
  deps: MembersDeps,
  viewer: Viewer | null,
  { show, cursor }: { show: MemberOrder; cursor?: string | undefined },
  reply: Shown,
) {
  const viewerId = viewer?.id ?? null
  if (show === 'similar') {
    if (viewerId === null) return refuse('unauthenticated', 'sign_in_required', SIGN_IN_FOR_SIMILAR)
    const { rows, counts } = await findSimilar(deps, viewerId)
    return { data: await viewMembers(deps, rows, counts, { viewerId, reply }), nextCursor: null }
  }
  const { rows, nextCursor } = await readKeysetPart(
    fromCursor(cursor),
    MEMBERS_PAGE_SIZE,
    (before, most) => queries.listActive(deps.db, viewerId, before, most),
    ({ id, last_seen_at }) => ({ at: last_seen_at, id }),
  )
  const counts = await queries.countShelves(
    deps.db,
    rows.map(({ id }) => id),
    viewerId,
  )
  return { data: await viewMembers(deps, rows, counts, { viewerId, reply }), nextCursor }
}

/** How many members of the sample are compared game by game. */
const COMPARED = 60

/** Finds the members with the most similar shelves: a sample of those who play the same, compared game by game. */
async function findSimilar({ db }: MembersDeps, viewerId: UserId): Promise<{ rows: Row[]; counts: Counts }> {
  const alike = await queries.listAlike(db, viewerId, COMPARED)
  const counts = await queries.countShelves(db, [viewerId, ...alike.map(({ id }) => id)], viewerId)
  const mine = counts.get(viewerId)?.games ?? 0
  const likeness = ({ id }: Row) => likenessOf({ mine, ...(counts.get(id) ?? NOTHING) })
  const rows = alike
    .filter(({ id }) => (counts.get(id)?.common ?? 0) > 0)
    .toSorted(descending(likeness))
    .slice(0, MEMBERS_PAGE_SIZE)
  return { rows, counts }
}

async function viewMembers(
  deps: MembersDeps,
  rows: readonly Row[],
  counts: Counts,
  { viewerId, reply }: { viewerId: UserId | null; reply: Shown },
): Promise<z.input<typeof ListedMember>[]> {
  const ids = rows.map(({ id }) => id)
  const best = await queries.listBestGames(deps.db, ids)
  const cards = await loadGameCards(
    deps,
    best.map(({ game_id }) => game_id),
    deps.clock(),
  )
  // The shelf also stands for the favourites.
  reply.shows(
    tag.peopleLists,
    ...ids.flatMap((id) => [tag.member(id), tag.shelf(id)]),
    ...[...cards.keys()].map((id) => tag.game(id)),
  )
  const byMember = Map.groupBy(best, ({ user_id }) => user_id)
  return rows.map(({ id, username, display_name, avatar_url }) => {
    const { games, common } = counts.get(id) ?? NOTHING
    return {
      ...{ id, username, display_name, avatar_url },
      games: (byMember.get(id) ?? []).flatMap(({ game_id }) => cards.get(game_id) ?? []),
      games_count: games,
      common_count: viewerId && common,
    }
  })
}
