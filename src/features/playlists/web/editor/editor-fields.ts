import type { Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { unknownGameName } from '#features/catalogue/catalogue.texts.ts'
import { hasSameJson } from '#web/same-json.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { bareGameId, DEFAULT_COLORS, type PlaylistType, tagsOf } from '../../playlists.rules.ts'
import { PlaylistDraft, type PlaylistInput } from '../../playlists.schemas.ts'
import { TYPE_LABELS } from '../../playlists.texts.ts'

/** A game of the playlist; `isUnlisted` if it no longer stands in the catalogue's lists (G35). */
export interface EditorGame extends GameCard {
  isUnlisted: boolean
}

/** The values of the editor's form. */
export interface EditorFields {
  title: string
  description: string
  type: PlaylistType
  isPublished: boolean
  /** Days as YYYY-MM-DD, or ''. Another type than event hides them, and they stay. */
  startDate: string
  endDate: string
  /** Separated by commas (R-PLED-15). */
  tags: string
  games: EditorGame[]
  coverImage: string
  backgroundColor: string
  textColor: string
}
export type FieldName = keyof EditorFields

/** The tabs of the editor, and the fields of each, in the order of the page (R-PLED-01). */
export const EDITOR_TABS = [
  { id: 'details', label: 'Details', fields: ['title', 'description', 'type', 'startDate', 'endDate', 'tags'] },
  { id: 'games', label: 'Games', fields: ['games'] },
  { id: 'appearance', label: 'Appearance', fields: ['coverImage', 'backgroundColor', 'textColor'] },
] as const satisfies readonly { id: string; label: string; fields: readonly FieldName[] }[]
export type EditorTab = (typeof EDITOR_TABS)[number]['id']

/** The names of the fields for people. */
const FIELD_LABELS: Record<FieldName, string> = {
  title: 'Title',
  description: 'Description',
  type: 'Type',
  isPublished: 'Published or draft',
  startDate: 'Start date',
  endDate: 'End date',
  tags: 'Tags',
  games: 'Games',
  coverImage: 'Cover image',
  backgroundColor: 'Background',
  textColor: 'Text',
}

/** Returns the fields of a playlist, or of a new one (R-PLED-16, R-PLED-17). */
export function fieldsOf(playlist: Playlist | null): EditorFields {
  const metadata = playlist?.metadata ?? { ...DEFAULT_COLORS, tags: [] }
  return {
    title: playlist?.title ?? '',
    description: playlist?.description ?? '',
    type: playlist?.type ?? 'custom',
    isPublished: playlist?.isPublished ?? false,
    startDate: playlist?.start_date ?? '',
    endDate: playlist?.end_date ?? '',
    tags: metadata.tags.join(', '),
    games: playlist ? gamesOf(playlist) : [],
    coverImage: playlist?.coverImage ?? '',
    backgroundColor: metadata.backgroundColor,
    textColor: metadata.textColor,
  }
}

/** Every game that the playlist has, in its order; one that has no card any more by its id. */
function gamesOf({ games, gameRefs, unlistedGames }: Playlist): EditorGame[] {
  const cards = new Map(games.map((game) => [game.id, game]))
  return gameRefs.map((id) => ({
    ...(cards.get(id) ?? {
      id,
      name: unknownGameName(id.replace(/^[a-z]+_/, '')),
      year: null,
      genre: null,
      developer: null,
      cover_url: null,
    }),
    isUnlisted: unlistedGames.includes(id),
  }))
}

/**
 * Returns the body of `createPlaylist` (R-PLED-19): bare ids, and beside them the prefixed ones, which the server prefers,
 * because a game may come from RAWG (C09).
 */
export function payloadOf(fields: EditorFields) {
  const isEvent = fields.type === 'event'
  return {
    title: fields.title,
    description: fields.description,
    type: fields.type,
    coverImage: fields.coverImage.trim() || null,
    isPublished: fields.isPublished,
    startDate: (isEvent && fields.startDate) || null,
    endDate: (isEvent && fields.endDate) || null,
    gameIds: fields.games.map(({ id }) => bareGameId(id)),
    gameRefs: fields.games.map(({ id }) => id),
    metadata: {
      backgroundColor: fields.backgroundColor,
      textColor: fields.textColor,
      tags: tagsOf(fields.tags),
    },
  } satisfies PlaylistInput
}

/** Returns the field of the form that shows the error at a path of the body: 'metadata.tags.0' belongs to the tags. */
function fieldAt(path: string): FieldName | null {
  const [first = '', second = ''] = path.split('.')
  const name = first === 'metadata' ? second : (OTHER_SPELLINGS[first] ?? first)
  return name in FIELD_LABELS ? (name as FieldName) : null
}
const OTHER_SPELLINGS: Record<string, FieldName> = {
  gameIds: 'games',
  gameRefs: 'games',
  start_date: 'startDate',
  end_date: 'endDate',
}

/** Returns the first error of each field; `problems` are sentences by the path in the body. */
export function problemsByField(problems: readonly (readonly [path: string, message: unknown])[]) {
  const found: Partial<Record<FieldName, string>> = {}
  for (const [path, message] of problems) {
    const field = fieldAt(path)
    if (field && typeof message === 'string') found[field] ??= message
  }
  return found
}

/** Returns the tab with the field; the toggle has none. */
export const tabOf = (field: FieldName): EditorTab | undefined =>
  EDITOR_TABS.find(({ fields }) => fields.some((each) => each === field))?.id

/** Validates the form by the contract's own schema, so that the browser and the server say the same (decision 0058). */
export const validateFields: Resolver<EditorFields> = (fields) => {
  const checked = z.safeParse(PlaylistDraft, payloadOf(fields))
  if (checked.success) return { values: fields, errors: {} }
  const problems = problemsByField(checked.error.issues.map(({ path, message }) => [path.join('.'), message]))
  const errors = Object.entries(problems).map(([field, message]) => [field, { type: 'validate', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** Returns whether saving both would store the same. */
export const isSameFields = (a: EditorFields, b: EditorFields): boolean => hasSameJson(comparable(a), comparable(b))

/** Returns each field with its name, where two versions differ. */
export function rowsOf({ type, isPublished, games, ...texts }: EditorFields): Record<string, string> {
  const words: Record<FieldName, string> = {
    ...texts,
    type: TYPE_LABELS[type],
    isPublished: isPublished ? 'Published' : 'Draft',
    games: games.map(({ name }) => name).join(', '),
  }
  return Object.fromEntries((Object.keys(FIELD_LABELS) as FieldName[]).map((name) => [FIELD_LABELS[name], words[name]]))
}

/** Of a game only its id counts: its name and cover may have changed in the catalogue. */
const comparable = (fields: EditorFields): Record<FieldName, unknown> => ({
  ...fields,
  tags: tagsOf(fields.tags),
  games: fields.games.map(({ id }) => id),
})
