import { type RawBuilder, sql } from 'kysely'
import { compiledForShape, compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isoOfJson } from '#db/json-instant.ts'
import type { Keyset } from '#db/keyset.ts'
import { type CommentPreviewRow, commentPreviewSql } from '#features/comments/server/comments.service.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import { type Audience, feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { EmojiCount } from '#features/reactions/reactions.rules.ts'
import { countedReactions } from '#features/reactions/server/reactions.service.ts'
import { type ExtractRow, reviewOfActivitySql } from '#features/reviews/server/reviews.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ActivityType } from '../activity.contract.ts'
import { ACTIVITY } from '../activity.subject.ts'
import { type CirclePart, circleIds } from './lists/feed-circle.queries.ts'
import { filteredCircleIds } from './lists/filtered-circle.queries.ts'
import { idsOfGame, mostBound } from './lists/ids.queries.ts'

/** An activity with its actor, and the game's facts from the actor's library. */
export interface ActivityRow {
  id: string
  user_id: string
  game_id: string | null
  activity_type: string
  details: unknown
  is_hidden: boolean
  /** ISO 8601 in UTC with milliseconds. */
  created_at: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** 1 to 10. */
  user_rating: number | null
  /** Hours in the library today. */
  play_time: number | null
  completion_percentage: number | null
  /** Reactions and comments in the form of the database; `viewReactionCounts` and `viewCommentPreview` convert them. */
  reactions: EmojiCount[] | null
  comments: CommentPreviewRow | null
  /** A database row, which `viewExtract` converts. */
  review: ExtractRow | null
}

/** The viewer and the audience. They differ when an owner previews the profile, or when an admin reads a feed. */
export interface Perspective {
  viewer: Viewer | null
  audience: Audience
}

/** Joins the actor, and the entry of the actor's library if this audience may see it. */
const joinActor = (audience: Audience) => sql`
  join profiles on profiles.id = activity.user_id
  left join user_games entry
    on entry.user_id = activity.user_id and entry.game_id = activity.game_id and ${isVisibleTo(audience, sql`profiles`, 'library')}`
/** The values of a row without its relations, in the order in which PostgreSQL sends them. */
const columns = sql`
  activity.id, activity.user_id, activity.game_id, activity.activity_type, activity.details,
  activity.hidden_at is not null, activity.created_at, profiles.username, profiles.display_name, profiles.avatar_url,
  entry.user_rating, entry.play_time, entry.completion_percentage`
type Names = [
  'id',
  'user_id',
  'game_id',
  'activity_type',
  'details',
  'is_hidden',
  'created_at',
  'username',
  'display_name',
  'avatar_url',
  'user_rating',
  'play_time',
  'completion_percentage',
  'reactions',
  'comments',
  'review',
]
type ValuesOf<N extends readonly (keyof ActivityRow)[]> = { [At in keyof N]: ActivityRow[N[At]] }
type Values = ValuesOf<Names>

/** A list of activities as one JSON text; its values one by one would each be read and converted (decision 0091). */
interface Listed {
  activities: Values[] | null
}

function rowOf(values: Values): ActivityRow {
  const [id, user_id, game_id, activity_type, details, is_hidden, created_at, username, ...others] = values
  const [display_name, avatar_url, user_rating, play_time, completion_percentage, reactions, comments, review] = others
  return {
    id,
    user_id,
    game_id,
    activity_type,
    details,
    is_hidden,
    created_at: isoOfJson(created_at),
    username,
    display_name,
    avatar_url,
    user_rating,
    play_time,
    completion_percentage,
    reactions,
    comments,
    review,
  }
}

const rowsIn = ([listed]: readonly Listed[]): ActivityRow[] => listed?.activities?.map(rowOf) ?? []

const COMMENTED = { type: ACTIVITY.type, id: sql`activity.id`, gameId: sql`activity.game_id` }

/**
 * Loads the activities that `found` selects, newest first, with everything that a list shows except their games. One
 * statement finds and loads them, because a round trip to the database costs as much as the work there.
 */
export async function loadActivities(
  db: Db,
  found: RawBuilder<unknown>,
  perspective: Perspective,
): Promise<ActivityRow[]> {
  return rowsIn(await rowsOf(db, activitiesOf(found, perspective)))
}

const activitiesOf = (found: RawBuilder<unknown>, { viewer, audience }: Perspective) => sql<Listed>`
    select json_agg(
      json_build_array(
        ${columns},
        ${countedReactions(ACTIVITY.type, sql`activity.id`, viewer?.id ?? null)},
        ${commentPreviewSql(COMMENTED, viewer)},
        ${reviewOfActivitySql(viewer)}
      )
      order by activity.created_at desc, activity.id desc
    ) as activities
    from (${found}) found
    join friend_activities activity on activity.id = found.id
    ${joinActor(audience)}`

/** Loads the beginning of a game's activities for a feed's audience, as `loadActivities` does; each page of a game shows it. */
export async function loadFirstOfGame(
  db: Db,
  viewer: Viewer | null,
  { gameId, most, hasMutes }: { gameId: GameId; most: number; hasMutes: boolean },
): Promise<ActivityRow[]> {
  const rows = await ofGame({ viewer: viewer && { role: viewer.role }, most, hasMutes })(db, {
    viewerId: viewer?.id ?? null,
    gameId,
  })
  return rowsIn(rows)
}

/** A list reads no more of a viewer. */
const readerOf = (id: UserId, { role }: Pick<Viewer, 'role'>) => ({ id, role }) as Viewer

const ofGame = compiledForShape<
  { viewer: Pick<Viewer, 'role'> | null; most: number; hasMutes: boolean },
  { viewerId: UserId | null; gameId: GameId },
  Listed
>(({ viewer, most, hasMutes }) => (value) => {
  const id = viewer && (value('viewerId') as unknown as UserId)
  const found = idsOfGame(id, value('gameId') as unknown as GameId, { offset: 0, most, hasMutes })
  return activitiesOf(found, { viewer: viewer && id && readerOf(id, viewer), audience: feedAudience(id) })
})

/** Which activities of the circle a list shows; a viewer without mutes who wants all kinds gets the cheaper query. */
export interface CircleFilter {
  part: CirclePart
  kind: FeedKind | null
  hasMutes: boolean
}

/** Loads the next activities of a part of the viewer's circle, as `loadActivities` does. */
export async function loadCircleActivities(
  db: Db,
  viewer: Viewer,
  { before, most, ...filter }: CircleFilter & { before: Keyset | null; most: number },
): Promise<ActivityRow[]> {
  const shape = { role: viewer.role, ...filter, isOlder: before !== null, most: mostBound(most) }
  const values = { viewerId: viewer.id, at: before?.at ?? null, id: before?.id ?? null }
  return rowsIn(await ofCircle(shape)(db, values))
}

/** The largest statement of the app. */
const ofCircle = compiledForShape<
  CircleFilter & { role: Viewer['role']; isOlder: boolean; most: number },
  { viewerId: UserId; at: Date | null; id: string | null },
  Listed
>(({ role, part, kind, hasMutes, isOlder, most }) => (value) => {
  const id = value('viewerId') as unknown as UserId
  const place = isOlder ? { at: value('at') as unknown as Date, id: value('id') as unknown as string } : null
  const found =
    hasMutes || kind !== null
      ? filteredCircleIds(id, place, most, { part, kind, hasMutes })
      : circleIds(id, place, most, part)
  return activitiesOf(found, {
    viewer: readerOf(id, { role }),
    audience: feedAudience(id),
  })
})

/**
 * Finds the activity's owner and whether the viewer may see it; undefined when it is missing or hidden from this
 * audience (G21).
 */
export async function findAccess(db: Db, activityId: string, audience: Audience): Promise<AccessRow | undefined> {
  const { viewerId, seesAll } = audience
  // A member who reacts or comments, which is often.
  const rows =
    typeof viewerId === 'string' && !seesAll
      ? await accessOfMember(db, { activityId, viewerId })
      : await rowsOf(db, accessOf(sql`${activityId}`, audience))
  return rows[0]
}

interface AccessRow {
  user_id: string
  game_id: string | null
  is_open: boolean
}

const accessOf = (activityId: RawBuilder<unknown>, audience: Audience) => sql<AccessRow>`
  select activity.user_id, activity.game_id, ${isVisibleTo(audience, sql`p`, 'activity')} as is_open
  from friend_activities activity
  join profiles p on p.id = activity.user_id
  where activity.id = ${activityId}
    and (activity.hidden_at is null or activity.user_id = ${audience.viewerId}::uuid or ${audience.seesAll})`

const accessOfMember = compiledOnce<{ activityId: string; viewerId: UserId }, AccessRow>((value) =>
  accessOf(value('activityId'), { viewerId: value('viewerId'), seesAll: false }),
)

/** Locks the activity against deletion until the end of the transaction. */
export const lockActivityForShare = compiledOnce<{ activityId: string }>(
  (value) => sql`
    with author as materialized (
      select id from profiles
      where id = (select user_id from friend_activities where id = ${value('activityId')})
      for key share
    )
    select id from friend_activities
    where id = ${value('activityId')} and user_id = (select id from author)
    for key share`,
)

/** Inserts an activity and returns it as its author sees it. It has no reactions or comments yet. */
export async function insertActivity(
  db: Db,
  activity: { userId: UserId; gameId: GameId; type: ActivityType; details: object; at: Date },
): Promise<ActivityRow> {
  const { userId, gameId, type, details, at } = activity
  const made = sql<Listed>`
    with made as (
      insert into friend_activities (user_id, game_id, activity_type, details, created_at)
      values (${userId}, ${gameId}, ${type}, ${JSON.stringify(details)}, ${at})
      returning *
    )
    select json_agg(json_build_array(${columns}, null, null, null)) as activities
    from made activity
    ${joinActor({ viewerId: userId, seesAll: false })}`
  const [row] = rowsIn(await rowsOf(db, made))
  return row as ActivityRow
}
