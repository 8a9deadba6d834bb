import { defineEvent } from '#server/events.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { EntrySnapshot } from '../imported-undo.rules.ts'

/**
 * A member's library has changed: its games or their progress, hours or stars. Published in the transaction of the
 * change, after the write. `rated` lists the games to which the change gave stars, `unrated` those whose stars it removed;
 * `isUndo` says that the change is an undo. `isPlay` is false if it changed at most stars, likes and notes.
 * `isImport` says that the stars come from a file, from its undo, or from an entry that was joined, and are of no playthrough.
 *
 * This is the rule of who announces a rating (C22). Each write of stars in the library publishes this event and nothing
 * else: `publishLibraryChange` announces what shows the library, and the reviews of the games get the stars and are announced by
 * `copyLibraryStars`. A review gives the library its stars with `rateEntry`, and announces itself.
 */
export const libraryChanged = defineEvent<{
  userId: UserId
  rated: readonly GameId[]
  unrated: readonly GameId[]
  isUndo: boolean
  isPlay: boolean
  isImport: boolean
}>('library changed')

/**
 * A merge or a split of games, or a move of an entry, has changed the play of members. Published once for all of them, in the same
 * transaction, after the write. It gives no stars and removes none.
 */
export const librariesChanged = defineEvent<{ userIds: readonly UserId[] }>('libraries changed')

/** The entry of the other game, and that entry as it was before; null when the library did not have it. */
export interface JoinedEntry {
  userId: UserId
  entryId: string
  before: EntrySnapshot | null
}

/**
 * Two entries of a member become one, because the member joins a game of their own to one of the catalogue (decision 0086)
 * or an admin merges two games (decision 0119), with one event for all members. Published in the same transaction, before the entries
 * of `from` are deleted.
 */
export const gamesJoined = defineEvent<{ from: GameId; to: GameId; entries: readonly JoinedEntry[] }>('games joined')
