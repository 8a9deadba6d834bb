import { cpuSecondsOf, familyOf } from '../app/processes.ts'
import type { Kind } from '../data-set/data-set-tables.ts'
import { withClient } from '../database/postgres.ts'
import { type LoadResult, load, type ReadRequest } from '../load/load.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAUSE_MS, type PacedResult, READERS_AT_ONCE } from '../load/paced-readers.ts'
import { FEED, knownGame, NEW_ACTIVITY, UNREAD } from '../paths.ts'
import { atMost, figure, figureSpread, type Section, type Verdict } from '../report/report.ts'
import { median, percentile, shuffled, spreadOf } from '../report/statistics.ts'
import type { Actor, World } from '../world.ts'

const FEED_MS = 50
/** The largest permitted ratio between the cost for a reader who follows many and the cost for one who follows few. */
const FEED_RATIO = 2
const POST_MS = 10
const PROFILE_MS = 30
const UNREAD_MS = 5
/** A member may post sixty an hour, so the bench removes the posts after each round. */
const POSTS_PER_MEMBER = 50
/** The first round is not measured, because it warms up the app and the client. */
const POST_ROUNDS = 3

const FEEDS = {
  few: '50',
  many: '5,000',
  stale: '5,000 who were inactive for a year',
} satisfies Partial<Record<Kind, string>>
type Reader = keyof typeof FEEDS
const READERS = Object.keys(FEEDS) as Reader[]

interface Round {
  result: LoadResult
  /** Microseconds per request. */
  cpu: { app: number; database: number }
}
interface Feed {
  paced: PacedResult
  rounds: Round[]
}

/**
 * Measures the social features for their most expensive members: those who follow thousands, and those with
 * thousands of followers.
 */
export async function socialWorkload(world: World): Promise<Section> {
  const feeds = await measureFeeds(world)
  const profile = await measureProfile(world)
  const unread = await measureUnread(world)
  const posts = await measurePosts(world)
  const cpuOf = ({ cpu }: Round) => cpu.app + cpu.database
  const ratios = (reader: Reader, of: (round: Round) => number) =>
    feeds[reader].rounds.map((round, at) => of(round) / of(feeds.few.rounds[at] as Round))
  const feedVerdicts = READERS.flatMap((reader): Verdict[] => {
    const who = `the feed of a member who follows ${FEEDS[reader]}`
    const { paced } = feeds[reader]
    const wait = atMost(
      `p99 of ${who} at ${READERS_AT_ONCE} readers`,
      FEED_MS,
      paced.p99,
      'ms',
      `p50 ${figure(paced.p50)} ms`,
    )
    if (reader === 'few') return [wait]
    const note = `by CPU with the database; by p50 without a pause ${figure(median(ratios(reader, ({ result }) => result.p50)))}`
    return [
      wait,
      atMost(`cost of ${who}, relative to one who follows 50`, FEED_RATIO, median(ratios(reader, cpuOf)), '', note),
    ]
  })
  const spread = (reader: Reader, of: (round: Round) => number) => figureSpread(spreadOf(feeds[reader].rounds.map(of)))
  return {
    title: 'Feeds, profiles, unread counts and posts',
    method: `Feeds: ${READERS_AT_ONCE} readers, who each send a request every ${PAUSE_MS} ms; this is compared with the target. Then ${READERS_AT_ONCE} connections without pauses, with the kinds of readers in random order; a ratio compares two results of the same round. Profile: members with the most followers in the data set, over one connection. Unread count: members with the maximum number of stored notifications, over one connection. Posting: one post after the other, by members with many and with few followers, after the same number of unmeasured posts; the bench deletes all posts again.`,
    tables: [
      {
        head: [
          'feed of a member who follows',
          'p50 ms',
          'p99 ms',
          'without a pause req/s',
          'p50 ms',
          'p99 ms',
          'app µs CPU',
          'database µs CPU',
          'CPU beside 50',
        ],
        rows: READERS.map((reader) => [
          FEEDS[reader],
          figure(feeds[reader].paced.p50),
          figure(feeds[reader].paced.p99),
          spread(reader, ({ result }) => result.rate),
          spread(reader, ({ result }) => result.p50),
          spread(reader, ({ result }) => result.p99),
          spread(reader, ({ cpu }) => cpu.app),
          spread(reader, ({ cpu }) => cpu.database),
          figureSpread(spreadOf(ratios(reader, cpuOf))),
        ]),
      },
      {
        head: ['', 'p50 ms', 'p99 ms'],
        rows: [
          ['profile of a famous member', figure(profile.p50), figure(profile.p99)],
          ['unread count of 500 notifications', figure(unread.p50), figure(unread.p99)],
          ...posts.map(({ who, milliseconds }) => [
            `posting, ${who}`,
            figure(percentile(milliseconds, 0.5)),
            figure(percentile(milliseconds, 0.99)),
          ]),
        ],
      },
    ],
    verdicts: [
      ...feedVerdicts,
      atMost('p99 of a famous member’s profile', PROFILE_MS, profile.p99, 'ms', `p50 ${figure(profile.p50)} ms`),
      atMost('p99 of the unread count', UNREAD_MS, unread.p99, 'ms', `p50 ${figure(unread.p50)} ms`),
      ...posts.map(({ who, milliseconds }) =>
        atMost(
          `p99 of posting an activity, ${who}`,
          POST_MS,
          percentile(milliseconds, 0.99),
          'ms',
          `p50 ${figure(percentile(milliseconds, 0.5))} ms of ${milliseconds.length}`,
        ),
      ),
    ],
  }
}

async function measureFeeds({ app, cast, dataSet, options }: World): Promise<Record<Reader, Feed>> {
  const requestsOf = (reader: Reader): ReadRequest[] =>
    cast[reader].map(({ visitor }) => ({ path: FEED, headers: { cookie: visitor.cookie() } }))
  const run = (reader: Reader, seconds: number) =>
    load({ port: app.port, requests: requestsOf(reader), connections: READERS_AT_ONCE, seconds })
  const pacedFor = async (reader: Reader): Promise<Feed> => ({
    paced: await pacedOverHttp({
      port: app.port,
      requests: requestsOf(reader),
      seconds: options.seconds * 4,
      pauseMs: PAUSE_MS,
    }),
    rounds: [],
  })
  const feeds = { few: await pacedFor('few'), many: await pacedFor('many'), stale: await pacedFor('stale') }
  const usedBy = () => ({
    app: cpuSecondsOf([app.pid]) ?? Number.NaN,
    database: dataSet.postgres.processId === null ? 0 : (cpuSecondsOf(familyOf(dataSet.postgres.processId)) ?? 0),
  })
  for (let round = 0; round < options.rounds; round += 1)
    for (const reader of shuffled(READERS)) {
      const before = usedBy()
      // Below two seconds, a few requests determine the p99.
      const result = await run(reader, Math.max(2, options.seconds))
      const after = usedBy()
      const perRequest = (seconds: number) => (seconds / result.requests) * 1e6
      const cpu = { app: perRequest(after.app - before.app), database: perRequest(after.database - before.database) }
      feeds[reader].rounds.push({ result, cpu })
    }
  return feeds
}

/** Measures a profile as members read it, without cached responses. */
async function measureProfile({ app, cast, options }: World): Promise<LoadResult> {
  const requests = cast.famous.flatMap(({ id }) =>
    cast.few.map(({ visitor }) => ({ path: `/api/profiles/${id}`, headers: { cookie: visitor.cookie() } })),
  )
  await load({ port: app.port, requests, connections: 1, seconds: 1 })
  return load({ port: app.port, requests, connections: 1, seconds: Math.max(3, options.seconds) })
}

async function measureUnread({ app, cast, options }: World): Promise<LoadResult> {
  const requests = cast.famous.map(({ visitor }) => ({ path: UNREAD, headers: { cookie: visitor.cookie() } }))
  await load({ port: app.port, requests, connections: 1, seconds: 1 })
  return load({ port: app.port, requests, connections: 1, seconds: Math.max(3, options.seconds) })
}

async function measurePosts(world: World): Promise<{ who: string; milliseconds: number[] }[]> {
  const { cast, dataSet } = world
  const groups = [
    { who: 'many followers', actors: cast.famous },
    { who: 'few followers', actors: cast.few },
  ]
  const taken = groups.map(({ who }) => ({ who, milliseconds: [] as number[] }))
  const tokens = new Map<Actor, string>()
  for (const { actors } of groups) for (const actor of actors) tokens.set(actor, await actor.visitor.token())
  for (let round = 0; round < POST_ROUNDS; round += 1) {
    const began = new Date()
    for (let turn = 0; turn < POSTS_PER_MEMBER; turn += 1)
      for (const [at, { actors }] of groups.entries())
        for (const actor of actors) {
          const posted = performance.now()
          await actor.visitor.write(
            NEW_ACTIVITY,
            { activity_type: 'started_playing', game_id: knownGame(world) },
            tokens.get(actor) ?? '',
          )
          if (round > 0) taken[at]?.milliseconds.push(performance.now() - posted)
        }
    await withClient(dataSet.postgres.connectionString, (client) =>
      client.query('delete from friend_activities where user_id = any($1) and created_at >= $2', [
        groups.flatMap(({ actors }) => actors.map(({ id }) => id)),
        began,
      ]),
    )
  }
  return taken
}
