import type pg from 'pg'
import { EMOJIS } from '#features/reactions/reactions.rules.ts'
import { createVisitor, type Send, signInReader } from '../app/visitor.ts'
import type { BurstRequest } from '../load/burst.ts'

/** The members who write, and the number of things that each of them writes to. */
const WRITERS = 16
const THINGS = 25

interface Writer {
  id: string
  headers: Record<string, string>
  gameIds: string[]
}

/** A kind of write. */
export interface HotWrite {
  name: string
  /** Returns the requests of a round: one for each writer and thing. */
  requests: (round: number) => BurstRequest[]
  /** Runs before each round, unmeasured. */
  prepare?: (client: pg.Client) => Promise<unknown>
  /** A request of the next round changes the same row again. */
  isOfEntry?: boolean
}

export interface HotWrites {
  kinds: HotWrite[]
  /** Restores the rows of the data set. */
  restore: (client: pg.Client) => Promise<void>
}

const DRAFTED = 'This part took me three evenings, and the music made up for all of it.'

/** Signs the writers in, and returns their writes: each changes something, as those of people do. */
export async function openHotWrites(send: Send, client: pg.Client): Promise<HotWrites> {
  const began = new Date()
  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, reader) => openWriter(send, reader, client)))
  const ids = writers.map(({ id }) => id)
  await client.query('drop table if exists bench.entry_before')
  await client.query('create table bench.entry_before as select * from user_games where user_id = any($1)', [ids])
  const { rows: activities } = await client.query<{ id: string }>(
    `select activity.id from friend_activities activity join profiles owner on owner.id = activity.user_id
     where owner.disabled_at is null and activity.hidden_at is null and owner.id <> all($1)
       and coalesce(owner.settings ->> 'visibility', 'public') = 'public'
       and coalesce(owner.settings -> 'sections' ->> 'activity', 'public') = 'public'
       and not exists (
         select from activity_reactions given where given.subject_id = activity.id and given.user_id = any($1)
       )
     order by activity.id desc limit $2`,
    [ids, THINGS],
  )
  const { rows: pairs } = await client.query<{ follower_id: string; following_id: string }>(
    `select pair.* from unnest($1::uuid[]) as writer(id)
     cross join lateral (
       select follower_id, following_id from followers where follower_id = writer.id order by following_id limit $2
     ) pair`,
    [ids, THINGS],
  )
  const each = (request: (writer: Writer, thing: number) => Omit<BurstRequest, 'headers'>): BurstRequest[] =>
    Array.from({ length: THINGS }, (_, thing) => thing).flatMap((thing) =>
      writers.map((writer) => ({ headers: writer.headers, ...request(writer, thing) })),
    )
  const ofEntry =
    (change: (round: number, thing: number) => object, part = '', method = 'PATCH') =>
    (round: number) =>
      each(({ gameIds }, thing) => ({
        method,
        path: `/api/library/${gameIds[thing % gameIds.length]}${part}`,
        body: change(round, thing),
      }))
  const activity = (thing: number) => activities[thing % activities.length]?.id
  const react = () =>
    each((_, thing) => ({
      method: 'POST',
      path: `/api/activities/${activity(thing)}/reactions`,
      body: { emoji: EMOJIS[thing % EMOJIS.length] },
    }))
  const kinds: HotWrite[] = [
    {
      name: 'set progress',
      isOfEntry: true,
      requests: ofEntry(
        // More hours than an entry of the data set has, and more in each round: most logs add hours.
        (round, thing) => ({
          play_time: 5000 + thing + round / 2,
          completion_percentage: 1 + ((thing * 7 + round) % 90),
        }),
        '/progress',
        'PUT',
      ),
    },
    {
      name: 'rate',
      isOfEntry: true,
      requests: ofEntry((round, thing) => ({ user_rating: 1 + ((round + thing) % 10) })),
    },
    { name: 'heart', isOfEntry: true, requests: ofEntry((round) => ({ is_liked: round % 2 === 0 })) },
    {
      name: 'status',
      isOfEntry: true,
      requests: ofEntry((round) => ({ status: round % 2 === 0 ? 'playing' : 'dropped' }), '/status'),
    },
    {
      // The same emoji again removes the reaction.
      name: 'react',
      requests: () => [...react(), ...react()],
    },
    {
      name: 'comment',
      requests: (round) =>
        each((_, thing) => ({
          method: 'POST',
          path: `/api/activities/${activity(thing)}/comments`,
          body: { content: `${DRAFTED} ${round}-${thing}` },
        })),
    },
    {
      name: 'follow',
      prepare: (client) =>
        client.query(
          `delete from followers using unnest($1::uuid[], $2::uuid[]) as pair(follower, following)
           where follower_id = pair.follower and following_id = pair.following`,
          [pairs.map(({ follower_id }) => follower_id), pairs.map(({ following_id }) => following_id)],
        ),
      requests: () =>
        pairs.map(({ follower_id, following_id }) => ({
          method: 'POST',
          path: '/api/followers',
          headers: writers.find(({ id }) => id === follower_id)?.headers ?? {},
          body: { following_id },
        })),
    },
  ]
  const restore = async (client: pg.Client) => {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    const columns = ['status', 'play_time', 'undated_hours', 'completion_percentage', 'user_rating', 'is_liked']
    const times = ['last_played_at', 'undated_played_at', 'first_completed_at', 'stopped_playing_at', 'updated_at']
    await client.query(
      `update user_games entry set ${[...columns, ...times].map((name) => `${name} = before.${name}`).join(', ')}
       from bench.entry_before before where before.id = entry.id`,
    )
    await client.query('drop table bench.entry_before')
    await client.query('delete from game_progress_history where user_id = any($1) and created_at >= $2', [ids, began])
    await client.query('commit')
    for (const table of ['activity_reactions', 'activity_comments'])
      await client.query(`delete from ${table} where user_id = any($1) and created_at >= $2`, [ids, began])
    await client.query('delete from notifications where actor_id = any($1) and created_at >= $2', [ids, began])
  }
  return { kinds, restore }
}

async function openWriter(send: Send, reader: number, client: pg.Client): Promise<Writer> {
  const visitor = createVisitor(send)
  const { user } = (await signInReader(visitor, reader)) as { user: { id: string } }
  const token = await visitor.token()
  const { rows } = await client.query<{ game_id: string }>(
    'select game_id from user_games where user_id = $1 order by game_id limit $2',
    [user.id, THINGS],
  )
  return {
    id: user.id,
    headers: { cookie: visitor.cookie(), 'x-csrf-token': token },
    gameIds: rows.map(({ game_id }) => game_id),
  }
}
