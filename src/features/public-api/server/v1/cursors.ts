import * as z from 'zod/mini'
import { fromCursor, type Keyset } from '#db/keyset.ts'
import type { SessionPlace } from '#features/library/server/play-sessions/play-sessions.service.ts'
import type { AfterGame } from '#features/lists/server/keyset/keyset.service.ts'
import { LibraryGameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { API_TEXTS } from '../../public-api.texts.ts'

const Page = z.tuple([z.number().check(z.int(), z.minimum(2), z.maximum(10_000))])
const Position = z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))
const Session = z.tuple([z.iso.date(), z.uuid()])
const Game = z.tuple([Position, LibraryGameId])

const refuseCursor = () => refuse('invalid', 'invalid_cursor', API_TEXTS.cursorInvalid)

/** Reads a cursor of this shape; undefined is the beginning of the list. Refuses invalid_cursor. */
function read<Parts extends z.ZodMiniType, Place>(
  shape: Parts,
  cursor: string | undefined,
  placeOf: (parts: z.output<Parts>) => Place,
): Place | null {
  if (cursor === undefined) return null
  try {
    return placeOf(z.parse(shape, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))))
  } catch {
    return refuseCursor()
  }
}

const write = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** Reads the cursor of a list that has page numbers: results of a search have no order that stays. Refuses invalid_cursor. */
export const pageOf = (cursor: string | undefined): number => read(Page, cursor, ([page]) => page) ?? 1

/** Returns the cursor of the next page of such a list. */
export const nextPage = (page: number, hasMore: boolean): string | null => (hasMore ? write([page + 1]) : null)

/** Reads the cursor of a list in order of time. Refuses invalid_cursor. */
export const placeOf = (cursor: string | undefined): Keyset | null =>
  cursor === undefined ? null : (fromCursor(cursor) ?? refuseCursor())

/** Reads the cursor of the play sessions of a game. Refuses invalid_cursor. */
export const sessionPlaceOf = (cursor: string | undefined): SessionPlace | null =>
  read(Session, cursor, ([day, id]) => ({ day, id }))

export const sessionCursor = (next: SessionPlace | null): string | null => next && write([next.day, next.id])

/** Reads the cursor of the games of a list. Refuses invalid_cursor. */
export const gamePlaceOf = (cursor: string | undefined): AfterGame | null =>
  read(Game, cursor, ([position, gameId]) => ({ position, gameId: gameId as AfterGame['gameId'] }))

export const gameCursor = (next: AfterGame | null): string | null => next && write([next.position, next.gameId])
