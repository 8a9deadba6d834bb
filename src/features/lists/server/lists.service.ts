import type { Db } from '#db/db.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, loadPreviews } from '#features/comments/server/comments.service.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
  type VisibleProfile,
} from '#features/profiles/server/profiles.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { COVERS_SHOWN } from '../lists.rules.ts'
import { LIST } from '../lists.subject.ts'
import { LIST_TEXTS } from '../lists.texts.ts'
import { countPlayed } from './games/list-games.queries.ts'
import * as queries from './lists.queries.ts'
import { viewList } from './lists.view.ts'

export interface ListsDeps extends WithCatalogue {
  clock: Clock
  events: Events
}

export interface PageRequest {
  page: number
  limit: number
}

export { viewListGame } from './lists.view.ts'
export { viewList }
export type ListRow = queries.ListRow
/** Loads the cards of the first games of each list. */
export type Covers = ReadonlyMap<string, readonly GameCard[]>

export const refuseMissing = () => refuse('not_found', 'list_not_found', LIST_TEXTS.missing)

export async function loadCovers(deps: ListsDeps, ids: readonly ListId[], reply?: Shown): Promise<Covers> {
  const rows = await queries.listCovers(deps.db, ids, COVERS_SHOWN)
  const cards = await loadGameCards(
    deps,
    rows.map(({ game_id }) => game_id),
    deps.clock(),
  )
  reply?.shows(...[...cards.keys()].map((id) => tag.game(id)))
  const byList = Map.groupBy(rows, ({ list_id }) => list_id)
  return new Map([...byList].map(([id, of]) => [id, of.flatMap(({ game_id }) => cards.get(game_id) ?? [])]))
}

/** Lists a member's lists that the viewer may see (G22, G60). Refuses like the profile. */
export async function listOfMember(deps: ListsDeps, request: ProfileRequest, page: PageRequest, reply: Shown) {
  const { id, isOwn, audience, seenAs } = await requireVisibleSection(deps.db, request, 'profile', reply)
  reply.shows(tag.listsBy(id), tag.peopleLists)
  const viewer = seenAs ? null : request.viewer
  const part = partOf(page)
  const which = { userId: id, isOwn, seesAll: audience.seesAll }
  const { rows, total } = await queries.listOfMember(deps.db, which, viewer?.id ?? null, part)
  const covers = await loadCovers(
    deps,
    rows.map((row) => row.id),
    reply,
  )
  return { rows, covers, viewer, total, hasMore: isFollowed(part, rows, total) }
}

/**
 * Loads these lists of a member that the viewer may see, by id, with the tags of what shows them. The caller has checked
 * that the viewer may see the profile.
 */
export async function loadListsBy(
  deps: ListsDeps,
  viewer: Viewer | null,
  { id: userId, isOwn, audience }: Pick<VisibleProfile, 'id' | 'isOwn' | 'audience'>,
  ids: readonly string[],
): Promise<{ views: ReadonlyMap<string, ReturnType<typeof viewList>>; tags: Tag[] }> {
  if (ids.length === 0) return { views: new Map(), tags: [] }
  const tags: Tag[] = []
  const which = { userId, isOwn, seesAll: audience.seesAll }
  const rows = await queries.theseOfMember(deps.db, which, viewer?.id ?? null, ids)
  const covers = await loadCovers(
    deps,
    rows.map(({ id }) => id),
    { shows: (...shown) => tags.push(...shown) },
  )
  return { views: new Map(rows.map((row) => [row.id, viewList(row, covers, viewer)])), tags }
}

/** Among so many times the wanted number of lists, others come before the second list of an author. */
const LOOKED_AT = 4

/** Lists the latest shared lists of everybody that the viewer may see, those of different authors first. */
export async function listLatest(deps: ListsDeps, viewer: Viewer | null, limit: number, reply: Shown) {
  const viewerId = viewer?.id ?? null
  const latest = await queries.listLatest(deps.db, feedAudience(viewerId), viewerId, LOOKED_AT * limit)
  const isFirst = (row: ListRow, at: number) => latest.findIndex(({ user_id }) => user_id === row.user_id) === at
  const rows = [...latest.filter(isFirst), ...latest.filter((row, at) => !isFirst(row, at))].slice(0, limit)
  // A like announces the lists of the author.
  reply.shows(
    tag.listTitles,
    tag.peopleLists,
    ...rows.flatMap(({ user_id }) => [tag.listsBy(user_id), tag.member(user_id)]),
  )
  const covers = await loadCovers(
    deps,
    rows.map(({ id }) => id),
    reply,
  )
  return rows.map((row) => viewList(row, covers, viewer))
}

export const listMine = ({ db }: Pick<ListsDeps, 'db'>, viewer: Viewer, gameId: GameId | undefined) =>
  queries.listChoices(db, viewer.id, gameId ?? null)

/** Returns a list. Refuses with 404 if the viewer may not see it. */
export async function requireVisible(
  { db }: Pick<ListsDeps, 'db'>,
  viewer: Viewer | null,
  listId: ListId,
  reply?: Shown,
): Promise<ListRow> {
  const row = await queries.findVisible(db, listId, audienceOf(viewer), viewer?.id ?? null)
  reply?.shows(tag.subject(subjectRef(LIST, listId)), ...(row ? [tag.member(row.user_id)] : []))
  return row ?? refuseMissing()
}

/** Returns a list with the reader's progress, its reactions and its latest comments. */
export async function requireList(deps: ListsDeps, viewer: Viewer | null, listId: ListId, reply: Reply) {
  const { db } = deps
  const row = await requireVisible(deps, viewer, listId, reply)
  reply.shows(tag.peopleLists)
  const [covers, played, reactions, previews] = await Promise.all([
    loadCovers(deps, [listId], reply),
    viewer ? countPlayed(db, [listId], viewer.id) : null,
    loadReactions(db, LIST.type, [listId], viewer),
    loadPreviews(db, { kind: LIST, discussion: {} }, [listId], viewer),
  ])
  reply.shows(...authorTags(previews.values()))
  const comments = previews.get(listId) ?? { comments: [], total: 0 }
  return { row, covers, played: played && (played.get(listId) ?? 0), reactions: reactions.get(listId) ?? [], comments }
}

/**
 * Returns what a visitor may see of a list, for its picture. Refuses with 404 when a visitor may not see it, and when the
 * viewer may not, as after a block.
 */
export async function requirePublicList(
  deps: ListsDeps,
  viewer: Viewer | null,
  listId: ListId,
): Promise<{ row: ListRow; games: readonly GameCard[] }> {
  if (viewer) await requireVisible(deps, viewer, listId)
  const row = await requireVisible(deps, null, listId)
  const covers = await loadCovers(deps, [listId])
  return { row, games: covers.get(listId) ?? [] }
}

/**
 * Returns the owner of a list. Refuses with 404 if the viewer may not see it. In a transaction it locks the list and
 * its author. Admins may read all shared lists, but may react and comment only like other members.
 */
export async function requireAccess(
  db: Db,
  viewer: Viewer | null,
  listId: string,
  purpose: Purpose,
): Promise<{ ownerId: UserId }> {
  if (db.isTransaction) await queries.lockForShare(db, listId)
  const audience = purpose === 'read' ? audienceOf(viewer) : feedAudience(viewer?.id ?? null)
  const row = await queries.findVisible(db, listId, audience, viewer?.id ?? null)
  return row ? { ownerId: row.user_id } : refuseMissing()
}
