import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp } from '../app/app-process.ts'
import { cpuSecondsOf, familyOf, memoryOf } from '../app/processes.ts'
import { withClient } from '../database/postgres.ts'
import { endSessions, type LiveReader, makeSessions, openReaders } from '../load/live-readers.ts'
import { RESULTS } from '../places.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { percentile } from '../report/statistics.ts'
import type { World } from '../world.ts'

const LISTENERS = 5_000
/** A member has at most ten streams. */
const STREAMS_PER_MEMBER = 10
const RATES = [10, 100]
/** Duration of each rate. */
const SECONDS = 10
const LAG_MS = 1_000
/** An event that has not arrived by then counts as missing. */
const TIMEOUT_MS = 15_000

interface Round {
  channel: string
  rate: number
  lags: number[]
  missing: number
  /** Events received by readers who may not see them. */
  leaked: number
  cores: { app: number; database: number }
  megabytes: number
}

/**
 * Measures how one node publishes new activities to the feeds of thousands of subscribers, at rising rates of
 * activities.
 */
export async function liveWorkload(world: World): Promise<Section> {
  const { dataSet, inProcess } = world
  const { connectionString } = dataSet.postgres
  const app = await startApp({ DATABASE_URL: connectionString, DATA_DIR: RESULTS, TRUST_PROXY: '1' })
  const rounds: Round[] = []
  let openedIn = 0
  try {
    await withClient(connectionString, async (client) => {
      const members = await inProcess.db
        .selectFrom('profiles')
        .where('disabled_at', 'is', null)
        .select('id')
        .orderBy('id')
        .limit(LISTENERS)
        .execute()
      const ids = members.map(({ id }) => id)
      const cookies = await makeSessions(client, ids)
      const each = Math.min(STREAMS_PER_MEMBER, Math.ceil(LISTENERS / ids.length))
      const readers = Array.from({ length: Math.min(LISTENERS, ids.length * each) }, (_, at) => ({
        memberId: ids[at % ids.length] as string,
        cookie: cookies[at % ids.length] as string,
      }))
      for (const channel of ['feed', 'feed:everyone']) {
        const began = performance.now()
        const open = await openReaders(app.port, `notifications,${channel}`, readers)
        openedIn = performance.now() - began
        try {
          for (const rate of RATES) rounds.push(await measure(world, app.pid, client, open, channel, rate))
        } finally {
          for (const { close } of open) close()
          await sleep(1_000)
        }
      }
      await endSessions(client)
    })
  } finally {
    await app.stop()
  }
  const [, judged] = rounds
  const p99 = percentile(judged?.lags ?? [], 0.99)
  return {
    title: 'Live updates',
    method: `${figure(LISTENERS)} open streams on one node, each subscribed to a feed, while another process writes activities at a steady rate for ${SECONDS} s, of members distributed as in the data set. One stream in fifty is checked; the expected receivers are read from the tables afterwards. The feed of everyone announces at most fifty activities at once; a page counts up to twenty. Opening the streams took ${figure(openedIn / 1000)} s.`,
    tables: [
      {
        head: [
          'feed',
          'new a second',
          'heard',
          'lag p50 ms',
          'p99 ms',
          'not heard',
          'received by others',
          'app cores',
          'database cores',
          'app MB',
        ],
        rows: rounds.map((round) => [
          round.channel === 'feed' ? 'own circle' : 'everyone’s',
          figure(round.rate),
          figure(round.lags.length),
          figure(percentile(round.lags, 0.5)),
          figure(percentile(round.lags, 0.99)),
          figure(round.missing),
          figure(round.leaked),
          figure(round.cores.app),
          figure(round.cores.database),
          figure(round.megabytes),
        ]),
      },
    ],
    verdicts: [
      atMost(
        `p99 delay of a new activity, ${figure(RATES[1] ?? 0)} a second and ${figure(LISTENERS)} listeners`,
        LAG_MS,
        p99,
        'ms',
      ),
      atMost('activities missed by members who should receive them', 0, judged?.missing ?? Number.NaN, ''),
      atMost(
        'activities received by members who may not see them',
        0,
        Math.max(...rounds.map(({ leaked }) => leaked)),
        '',
      ),
    ],
  }
}

async function measure(
  { dataSet }: World,
  appPid: number,
  client: pg.Client,
  open: readonly LiveReader[],
  channel: string,
  rate: number,
): Promise<Round> {
  const { connectionString, processId } = dataSet.postgres
  const writers = new pg.Pool({ connectionString, max: 4 })
  const usedBy = () => ({
    app: cpuSecondsOf([appPid]) ?? Number.NaN,
    database: processId === null ? Number.NaN : (cpuSecondsOf(familyOf(processId)) ?? Number.NaN),
  })
  const before = usedBy()
  const began = performance.now()
  const posted = new Map<string, number>()
  const count = rate * SECONDS
  const writes: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    await sleep(Math.max(0, began + (at * 1000) / rate - performance.now()))
    writes.push(post(writers, at).then((id) => void (id && posted.set(id, performance.now()))))
  }
  await Promise.all(writes)
  const seconds = (performance.now() - began) / 1000
  const after = usedBy()
  const ids = [...posted.keys()]
  const lookedAt = open.filter(({ received }) => received !== null)
  const due = await audience(client, ids, [...new Set(lookedAt.map(({ memberId }) => memberId))], channel)
  const missingNow = () => {
    let missing = 0
    for (const { memberId, received } of lookedAt)
      for (const id of due.get(memberId) ?? []) if (!received?.has(id)) missing += 1
    return missing
  }
  const until = performance.now() + TIMEOUT_MS
  while (performance.now() < until && missingNow() > 0) await sleep(250)
  const lags: number[] = []
  let leaked = 0
  for (const { memberId, received } of lookedAt)
    for (const [id, at] of received ?? []) {
      const wrote = posted.get(id)
      if (wrote === undefined) continue
      lags.push(at - wrote)
      if (!due.get(memberId)?.has(id)) leaked += 1
    }
  const missing = missingNow()
  for (const { received } of lookedAt) received?.clear()
  await client.query('delete from friend_activities where id = any($1::uuid[])', [ids])
  await writers.end()
  await sleep(1_000)
  return {
    channel,
    rate,
    lags,
    missing,
    leaked,
    cores: { app: (after.app - before.app) / seconds, database: (after.database - before.database) / seconds },
    megabytes: (memoryOf(appPid)?.resident ?? Number.NaN) / 1024 / 1024,
  }
}

/** Stores an activity as sharing does, without the rules of sharing. A few members share most. */
async function post(writers: pg.Pool, at: number): Promise<string | null> {
  const { rows } = await writers.query<{ id: string }>(
    `with author as (
       select id from bench.member where n = floor((select count(*) from bench.member) * bench.chance($1, 91) ^ 1.5)
     ), made as (
       insert into friend_activities (user_id, game_id, activity_type, details, created_at)
       select author.id, (select id from bench.game where n = 0), 'started_playing', '{}', now() from author
       returning id
     )
     select made.id, pg_notify('savepoint_changes', 'newActivity:' || made.id) from made`,
    [at + Math.floor(Date.now() / 1000)],
  )
  return rows[0]?.id ?? null
}

/** Returns which reader must receive which of these activities, by a plain check of every pair. */
async function audience(
  client: pg.Client,
  ids: readonly string[],
  memberIds: readonly string[],
  channel: string,
): Promise<Map<string, Set<string>>> {
  const tied = `(p.id = viewer.id
    or exists (select from followers where follower_id = viewer.id and following_id = p.id)
    or exists (select from friends where status = 'accepted'
      and ((user_id = viewer.id and friend_id = p.id) or (friend_id = viewer.id and user_id = p.id))))`
  const { rows } = await client.query<{ id: string; viewer_id: string }>(
    `select activity.id, viewer.id as viewer_id
     from friend_activities activity
     join profiles p on p.id = activity.user_id and p.disabled_at is null
     cross join unnest($2::uuid[]) as viewer(id)
     where activity.id = any($1::uuid[])
       and (p.id = viewer.id or coalesce(p.settings ->> 'visibility', 'public') = 'public'
         or (p.settings ->> 'visibility' = 'friends' and exists (select from friends where status = 'accepted'
           and ((user_id = viewer.id and friend_id = p.id) or (friend_id = viewer.id and user_id = p.id)))))
       and not exists (select from user_blocks where blocker_id in (p.id, viewer.id) and blocked_id in (p.id, viewer.id))
       ${channel === 'feed' ? `and ${tied}` : ''}`,
    [ids, memberIds],
  )
  const due = new Map<string, Set<string>>()
  for (const { id, viewer_id } of rows) due.set(viewer_id, (due.get(viewer_id) ?? new Set()).add(id))
  return due
}
