import * as z from 'zod/mini'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import {
  COVER_ADDRESS_MAX,
  DEFAULT_COLORS,
  DESCRIPTION_MAX,
  GAMES_MAX,
  PLAYLIST_TYPES,
  TAG_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from './playlists.rules.ts'
import { PLAYLIST_TEXTS } from './playlists.texts.ts'

const title = z
  .pipe(
    z.string(PLAYLIST_TEXTS.title),
    z.transform((text) => readText(text).replace(/\s+/g, ' ')),
  )
  .check(
    z.refine((text) => text !== '', PLAYLIST_TEXTS.title),
    z.refine((text) => lengthOf(text) <= TITLE_MAX, PLAYLIST_TEXTS.titleTooLong),
  )

const description = z
  .pipe(z.string(), z.transform(readText))
  .check(z.refine((text) => lengthOf(text) <= DESCRIPTION_MAX, PLAYLIST_TEXTS.descriptionTooLong))

/** An http or https address without a password; an empty one is none. */
export const CoverImage = z.pipe(
  z
    .nullable(z.string(PLAYLIST_TEXTS.coverImage).check(z.trim()))
    .check(z.refine((text) => text === null || text === '' || isWebAddress(text), PLAYLIST_TEXTS.coverImage)),
  z.transform((text) => text || null),
)

function isWebAddress(text: string): boolean {
  const url = text.length <= COVER_ADDRESS_MAX ? URL.parse(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const color = z
  .string(PLAYLIST_TEXTS.color)
  .check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, PLAYLIST_TEXTS.color))

const tags = z
  .pipe(
    z.array(z.pipe(z.string(), z.transform(readText))),
    z.transform((all) => [...new Set(all.filter((tag) => tag !== ''))]),
  )
  .check(
    z.refine((all) => all.length <= TAGS_MAX, PLAYLIST_TEXTS.tooManyTags),
    z.refine((all) => all.every((tag) => lengthOf(tag) <= TAG_MAX), PLAYLIST_TEXTS.tagTooLong),
  )

/** R-PLDATA-02. */
const PlaylistMetadata = z.object({
  backgroundColor: z._default(color, DEFAULT_COLORS.backgroundColor),
  textColor: z._default(color, DEFAULT_COLORS.textColor),
  tags: z._default(tags, []),
})
export type PlaylistMetadata = z.output<typeof PlaylistMetadata>

/** PostgreSQL has no year 0, and an event is near. */
const isDay = (text: string) => z.iso.date().safeParse(text).success && text >= '1900' && text < '2200'

/** A day as YYYY-MM-DD; an empty one is none (R-PLDATA-08). */
const day = z.pipe(
  z.nullable(z.string(PLAYLIST_TEXTS.date)).check(z.refine((text) => !text || isDay(text), PLAYLIST_TEXTS.date)),
  z.transform((text) => text || null),
)

/** Ids in one of both forms; each game once, in the order of its first place (G35). */
const gameIds = z
  .pipe(
    z.array(z.string().check(z.refine((text) => canonicalGameId(text) !== null, 'Invalid game id'))),
    z.transform((ids) => [...new Set(ids.map((id) => canonicalGameId(id) as GameId))]),
  )
  .check(z.maxLength(GAMES_MAX, PLAYLIST_TEXTS.tooManyGames))

const fields = z.object({
  title,
  description: z._default(description, ''),
  type: z._default(z.enum(PLAYLIST_TYPES, PLAYLIST_TEXTS.type), 'custom'),
  coverImage: z._default(CoverImage, null),
  isPublished: z._default(z.boolean(), false),
  startDate: z.optional(day),
  endDate: z.optional(day),
  /** The spelling of the table: both are accepted (C29). */
  start_date: z.optional(day),
  end_date: z.optional(day),
  /** Checked only without `gameRefs`: bare, the id of a RAWG game is not valid. */
  gameIds: z._default(z.array(z.string()), []),
  /** The prefixed ids in the same order; they win over `gameIds` (C09). */
  gameRefs: z.optional(gameIds),
  metadata: z._default(PlaylistMetadata, { ...DEFAULT_COLORS, tags: [] }),
})

const hasValidIds = z.refine<{ gameIds: string[]; gameRefs?: unknown }>(
  ({ gameIds: ids, gameRefs }) => gameRefs !== undefined || gameIds.safeParse(ids).success,
  {
    path: ['gameIds'],
    error: ({ input }) => {
      const { gameIds: ids = [] } = input as { gameIds?: string[] }
      return gameIds.safeParse(ids).error?.issues[0]?.message
    },
  },
)

const draftOf = ({
  startDate,
  endDate,
  start_date,
  end_date,
  gameIds,
  gameRefs,
  ...rest
}: Omit<z.output<typeof fields>, 'id' | 'updatedAt'>) => ({
  ...rest,
  startDate: rest.type === 'event' ? (startDate ?? start_date ?? null) : null,
  endDate: rest.type === 'event' ? (endDate ?? end_date ?? null) : null,
  games: gameRefs ?? gameIds.map((id) => canonicalGameId(id) as GameId).filter((id, at, all) => all.indexOf(id) === at),
})

const isInOrder = ({ startDate, endDate }: ReturnType<typeof draftOf>) =>
  startDate === null || endDate === null || endDate >= startDate

const ORDER = { path: ['endDate'], error: PLAYLIST_TEXTS.endBeforeStart }

/**
 * The fields of a playlist's form and the body of `createPlaylist` (R-PLED-19, G37). Dates are stored only for an event
 * (R-PLDATA-18).
 */
export const PlaylistDraft = z.pipe(fields.check(hasValidIds), z.transform(draftOf)).check(z.refine(isInOrder, ORDER))
export type PlaylistDraft = z.output<typeof PlaylistDraft>
/** The body that the form sends. */
export type PlaylistInput = z.input<typeof PlaylistDraft>

/** The body of `updatePlaylist`: the same fields with the id (R-PLED-20), and the version that the form had read (G59). */
export const PlaylistUpdate = z
  .pipe(
    z.extend(fields, { id: z.optional(z.string()), updatedAt: z.optional(z.string()) }).check(hasValidIds),
    z.transform(({ id: _, updatedAt, ...rest }) => ({ ...draftOf(rest), updatedAt })),
  )
  .check(z.refine(isInOrder, ORDER))
