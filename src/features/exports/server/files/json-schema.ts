import * as z from 'zod/mini'
import { STATUSES } from '#features/library/library.rules.ts'
import { FINISH_LEVELS, ORIGINS, SPECIAL_KINDS } from '#features/play-log/play-sessions.rules.ts'
import { SHELF_COLORS } from '#features/shelves/own-shelves.rules.ts'

const id = z.string()
const instant = z.string()
const text = z.nullable(z.string())
const number = z.nullable(z.number())
const rows = <Shape extends Parameters<typeof z.looseObject>[0]>(shape: Shape) => z.array(z.looseObject(shape))
const precision = z.enum(['day', 'month', 'year'])

const Data = z.intersection(
  z.object({
    user_games: rows({
      game_id: id,
      game_name: z.string(),
      game_year: number,
      game_platforms: z.array(z.looseObject({ name: z.string() })),
      game_igdb_slugs: z.nullable(z.array(z.string())),
      game_steam_ids: z.nullable(z.array(z.string())),
      status: z.enum(STATUSES),
      user_rating: number,
      play_time: z.number(),
      completion_percentage: z.number(),
      achievements_completed: z.number(),
      is_liked: z.boolean(),
      notes: text,
      created_at: instant,
      last_played_at: z.nullable(instant),
    }),
    playthroughs: rows({
      id,
      game_id: id,
      platform: text,
      started_on: text,
      started_precision: precision,
      finished_on: text,
      finished_precision: precision,
      finish_level: z.enum(FINISH_LEVELS),
      is_replay: z.boolean(),
      is_paused: z.boolean(),
      drop_reason: text,
      kind: z.nullable(z.enum(SPECIAL_KINDS)),
      rating: number,
      bookmark: text,
      bookmarked_at: z.nullable(instant),
    }),
    own_shelf_games: rows({
      game_id: id,
      added_at: instant,
      position: number,
      shelf_name: z.string(),
      shelf_color: z.enum(SHELF_COLORS),
      shelf_is_shown: z.boolean(),
      shelf_is_queue: z.boolean(),
      shelf_position: z.number(),
    }),
    play_sessions: rows({
      id,
      game_id: id,
      playthrough_id: id,
      played_on: z.string(),
      minutes: z.number(),
      note: text,
      origin: z.enum(ORIGINS),
      ended_at: instant,
    }),
    // Files of earlier versions of the app lack it.
    game_copies: z.optional(
      rows({
        id,
        game_id: id,
        platform: text,
        store: text,
        edition: text,
        is_physical: z.boolean(),
        got_on: text,
        got_precision: precision,
        price: number,
        currency: text,
        lent_to: text,
        lent_on: text,
        lent_precision: precision,
      }),
    ),
    user_achievements: z.optional(
      rows({
        achievement_id: id,
        game_id: id,
        game_name: z.string(),
        achievement_name: z.string(),
        external_id: z.optional(text),
        unlocked_at: instant,
      }),
    ),
    own_shelves: z.optional(
      rows({
        id,
        name: z.string(),
        color: z.enum(SHELF_COLORS),
        is_shown: z.boolean(),
        is_queue: z.boolean(),
        position: z.number(),
      }),
    ),
    reviews: rows({
      id,
      game_id: id,
      game_name: z.string(),
      rating: z.number(),
      review_text: z.string(),
      platform: text,
      playthrough_id: text,
      hours: number,
      finish_level: text,
      spoils_to: number,
      written_at: number,
      is_public: z.boolean(),
      created_at: instant,
      updated_at: instant,
    }),
    journal_entries: rows({
      id,
      date: z.string(),
      type: z.string(),
      game_id: text,
      title: text,
      content: z.string(),
      progress: number,
      hours_played: number,
      review_id: text,
      list_id: text,
      created_at: instant,
      updated_at: instant,
    }),
    lists: rows({
      id,
      title: z.string(),
      description: z.string(),
      is_shared: z.boolean(),
      is_ranked: z.boolean(),
      filters: z.nullable(z.string()),
      tells_of_new: z.nullable(z.boolean()),
      created_at: instant,
      updated_at: instant,
      changed_at: instant,
    }),
    list_games: rows({
      list_id: id,
      game_id: id,
      game_name: z.string(),
      position: z.number(),
      note: text,
      added_at: instant,
    }),
  }),
  // Every other table of the member: a list of rows, or one row.
  z.record(z.string(), z.union([z.array(z.looseObject({})), z.nullable(z.looseObject({}))])),
)

/** The JSON of an export (docs/data-export.md), version 1. Rows may have more fields than these. */
export const ExportedData = z.object({
  format: z.literal('savepoint-export'),
  version: z.literal(1),
  exported_at: instant,
  member: z.object({ id, username: text, email: z.string() }),
  data: Data,
})

/** Returns the description of the JSON, as JSON Schema. */
export const exportedDataSchema = () => ({
  title: 'Savepoint export, version 1',
  ...z.toJSONSchema(ExportedData, { io: 'input' }),
})
