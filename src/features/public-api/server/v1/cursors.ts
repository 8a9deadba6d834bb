import * as z from 'zod/mini'
import { decodeCursor, encodeCursor, fromCursor, type Keyset } from '#db/keyset.ts'
import type { AfterGame } from '#features/lists/server/keyset/keyset.service.ts'
import type { SessionKeyset } from '#features/play-log/server/play-sessions/play-sessions.service.ts'
import { LibraryGameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { API_TEXTS } from '../../public-api.texts.ts'

const Page = z.tuple([z.number().check(z.int(), z.minimum(2), z.maximum(10_000))])
const Position = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))
const Session = z.tuple([z.iso.date(), z.uuid()])
const Game = z.tuple([Position, LibraryGameId])

const refuseCursor = () => refuse('invalid', 'invalid_cursor', API_TEXTS.cursorInvalid)

/** Reads a cursor of this shape; undefined is the beginning of the list. Refuses invalid_cursor. */
const read = <Shape extends z.ZodMiniType>(shape: Shape, cursor: string | undefined): z.output<Shape> | null =>
  decodeCursor(shape, cursor) ?? (cursor === undefined ? null : refuseCursor())

/** Reads the cursor of a list that has page numbers: results of a search have no order that stays. Refuses invalid_cursor. */
export const pageOf = (cursor: string | undefined): number => read(Page, cursor)?.[0] ?? 1

/** Returns the cursor of the next page of such a list. */
export const nextPage = (page: number, hasMore: boolean): string | null => (hasMore ? encodeCursor([page + 1]) : null)

/** Reads the cursor of a list in order of time. Refuses invalid_cursor. */
export const keysetOf = (cursor: string | undefined): Keyset | null =>
  fromCursor(cursor) ?? (cursor === undefined ? null : refuseCursor())

/** Reads the cursor of the play sessions of a game. Refuses invalid_cursor. */
export function sessionKeysetOf(cursor: string | undefined): SessionKeyset | null {
  const parts = read(Session, cursor)
  return parts && { day: parts[0], id: parts[1] }
}

export const sessionCursor = (next: SessionKeyset | null): string | null => next && encodeCursor([next.day, next.id])

/** Reads the cursor of the games of a list. Refuses invalid_cursor. */
export function gameKeysetOf(cursor: string | undefined): AfterGame | null {
  const parts = read(Game, cursor)
  return parts && { position: parts[0], gameId: parts[1] as AfterGame['gameId'] }
}

export const gameCursor = (next: AfterGame | null): string | null => next && encodeCursor([next.position, next.gameId])
