import type { Db } from '#db/db.ts'
import { lockGames } from '#features/catalogue/server/catalogue.service.ts'
import { wouldWait } from '#features/moderation/server/moderation.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { earlierOf } from '#shared/dates.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { foldName } from '#shared/text.ts'
import type { ImportedList } from '../../imported-list.rules.ts'
import { GAMES_MAX, LISTS_MAX } from '../../lists.rules.ts'
import { LIST } from '../../lists.subject.ts'
import { isAboutOwner } from '../../smart-lists.rules.ts'
import { listChanged } from '../lists.events.ts'
import type { ListsDeps } from '../lists.service.ts'
import { countLists, lockAuthor } from '../writing/list-writing.queries.ts'
import * as queries from './imported-lists.queries.ts'

/** A list of an export of ours. Instants are ISO texts; the games stand in their order. */
export type GivenList = ImportedList & { games: readonly queries.GivenGame[] }

/** A list that an import has written, as its undo compares it. */
export type ListChange = queries.WrittenList

/** Why an import leaves a list alone: the member has it, or too many. */
export type ListLeft = 'same' | 'too-many'

/**
 * Returns for each list of a file why an import would leave it alone, or null if it would write it. The member has a list
 * of the file when one was made at the same instant, or has the same title; of two with one title in the file the member
 * may have one. Give it all lists of the file at once.
 */
export async function planImportedLists(
  db: Db,
  userId: UserId,
  given: readonly Pick<GivenList, 'title' | 'created_at'>[],
): Promise<(ListLeft | null)[]> {
  if (given.length === 0) return []
  const own = await queries.listOwn(db, userId)
  const take = (isOne: (list: queries.OwnList) => boolean) => {
    const at = own.findIndex(isOne)
    if (at !== -1) own.splice(at, 1)
    return at !== -1
  }
  let remaining = LISTS_MAX - own.length
  const there = given.map(({ created_at }) => take((list) => list.created_at.getTime() === Date.parse(created_at)))
  return given.map(({ title }, at) => {
    if (there[at] || take((list) => foldName(list.title) === foldName(title))) return 'same'
    remaining -= 1
    return remaining < 0 ? 'too-many' : null
  })
}

/**
 * Writes lists with their games, in the transaction of the caller. Games that the catalogue does not have are left out. A shared
 * list that would wait for a moderator by the rules is written as a private one (`isKept`, decision 0135). Returns the written list
 * for each; null for one that exceeds the limit of lists.
 */
export async function applyImportedLists(
  deps: ListsDeps,
  userId: UserId,
  given: readonly GivenList[],
): Promise<({ change: ListChange; isKept: boolean } | null)[]> {
  const { db, clock } = deps
  const now = clock()
  const at = now.toISOString()
  await lockAuthor(db, userId)
  const gone = new Set<string>(await lockGames(db, [...new Set(given.flatMap(({ games }) => games.map(gameIdOf)))]))
  let remaining = LISTS_MAX - (await countLists(db, userId))
  const shared = given.filter(({ is_shared }) => is_shared)
  const waits = await wouldWait({ db, now }, userId, shared.map(wordsOf))
  const kept = new Set(shared.filter((_, n) => waits[n]))
  const written: ({ change: ListChange; isKept: boolean } | null)[] = []
  for (const list of given) {
    const { games, ...values } = list
    const isKept = kept.has(list)
    const there = new Map(games.filter(({ game_id }) => !gone.has(game_id)).map((game) => [game.game_id, game]))
    remaining -= 1
    const first = [...there.values()].slice(0, GAMES_MAX)
    const draft = { ...notAfter(at, values), is_shared: values.is_shared && !isKept }
    const change = remaining < 0 ? null : await queries.insertList(db, userId, draft, first)
    written.push(change && { change, isKept })
    if (change) await publish(deps, userId, change, 'created')
  }
  return written
}

/**
 * The latest lists of everybody stand in the order of their changes: none of a file is in the future. A list by the member's own
 * library is private.
 */
const notAfter = (at: string, values: ImportedList): ImportedList => ({
  ...values,
  is_shared: values.is_shared && !(values.filters && isAboutOwner(values.filters)),
  created_at: earlierOf(values.created_at, at),
  updated_at: earlierOf(values.updated_at, at),
  changed_at: earlierOf(values.changed_at, at),
})

/** Returns all words of a list that its owner has written, as `list-subject.queries.ts` does of a stored one. */
const wordsOf = ({ title, description, games }: GivenList): string =>
  [title, description, ...games.map(({ note }) => note)].filter(Boolean).join('\n')

const gameIdOf = ({ game_id }: queries.GivenGame): GameId => game_id

/** Deletes those of these lists that the member has not changed since, and returns their ids. */
export async function undoImportedLists(
  deps: ListsDeps,
  userId: UserId,
  changes: readonly ListChange[],
): Promise<Set<string>> {
  const gone = await queries.deleteUnchanged(deps.db, userId, changes)
  for (const list of gone) {
    await withdrawAbout(deps.db, subjectRef(LIST, list.id))
    await publish(deps, userId, list, 'deleted')
  }
  return new Set(gone.map(({ id }) => id))
}

async function publish(
  { db, events, clock }: ListsDeps,
  userId: UserId,
  { id, title }: Pick<ListChange, 'id' | 'title'>,
  change: 'created' | 'deleted',
): Promise<void> {
  await announce(db, [tag.listsBy(userId), tag.subject(subjectRef(LIST, id)), tag.listTitles])
  await events.publish(db, listChanged, { userId, listId: id as ListId, change, title, at: clock() })
}
