import type { Kind } from '../data-set-tables.ts'
import { type LoadResult, load, type ReadRequest } from '../load.ts'
import { FEED, knownGame, NEW_ACTIVITY } from '../paths.ts'
import { withClient } from '../postgres.ts'
import { cpuSecondsOf } from '../processes.ts'
import { atMost, figure, figureSpread, type Section, type Verdict } from '../report.ts'
import { median, percentile, shuffled, spreadOf } from '../statistics.ts'
import type { Actor, World } from '../world.ts'

const READERS_AT_ONCE = 50
const FEED_MS = 50
/** A reader of many may wait so many times as long as a reader of few. */
const FEED_RATIO = 2
const POST_MS = 10
const PROFILE_MS = 30
/** Sixty an hour are a member's most. */
const POSTS_OF_EACH = 50

const FEEDS: Record<Exclude<Kind, 'famous'>, string> = {
  few: '50',
  many: '5,000',
  stale: '5,000 who were silent for a year',
}
type Reader = keyof typeof FEEDS

interface Round {
  result: LoadResult
  cpu: number
}

/** What the social heart costs those for whom it costs most: who follows thousands, and whom thousands follow. */
export async function socialWorkload(world: World): Promise<Section> {
  const feeds = await measureFeeds(world)
  const profile = await measureProfile(world)
  const posts = await measurePosts(world)
  const p99Of = (reader: Reader) => median(feeds[reader].map(({ result }) => result.p99))
  const ratios = (reader: Reader, of: (round: Round) => number) =>
    feeds[reader].map((round, at) => of(round) / of(feeds.few[at] as Round))
  const feedVerdicts = (Object.keys(FEEDS) as Reader[]).flatMap((reader): Verdict[] => {
    const who = `the feed of one who follows ${FEEDS[reader]}`
    const failures = feeds[reader].reduce((sum, { result }) => sum + result.failures, 0)
    const wait = atMost(
      `p99 of ${who} at ${READERS_AT_ONCE} readers`,
      FEED_MS,
      p99Of(reader),
      'ms',
      `p50 ${figure(median(feeds[reader].map(({ result }) => result.p50)))} ms${failures > 0 ? `; ${failures} failures` : ''}`,
    )
    if (reader === 'few') return [wait]
    const ratio = median(ratios(reader, ({ result }) => result.p50))
    return [wait, atMost(`times ${who} takes the feed of one who follows 50`, FEED_RATIO, ratio, '')]
  })
  return {
    title: 'The social heart',
    method: `Feeds: ${READERS_AT_ONCE} connections that each ask again as soon as they have their answer; the kinds of readers take turns in random order, and a ratio is of two of one round. Profile: of members whom as many follow as the data set has for it, by one connection. Posting: one post after the other, by those members and by others; what was posted is taken away again.`,
    tables: [
      {
        head: ['feed of one who follows', 'req/s', 'p50 ms', 'p99 ms', 'app µs CPU', 'p50 beside 50', 'CPU beside 50'],
        rows: (Object.keys(FEEDS) as Reader[]).map((reader) => [
          FEEDS[reader],
          ...[
            feeds[reader].map(({ result }) => result.rate),
            feeds[reader].map(({ result }) => result.p50),
            feeds[reader].map(({ result }) => result.p99),
            feeds[reader].map(({ cpu }) => cpu),
            ratios(reader, ({ result }) => result.p50),
            ratios(reader, ({ cpu }) => cpu),
          ].map((values) => figureSpread(spreadOf(values))),
        ]),
      },
      {
        head: ['', 'p50 ms', 'p99 ms'],
        rows: [
          ['profile of a famous member', figure(profile.p50), figure(profile.p99)],
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

async function measureFeeds({ app, cast, options }: World): Promise<Record<Reader, Round[]>> {
  const readers = Object.keys(FEEDS) as Reader[]
  const requestsOf = (reader: Reader): ReadRequest[] =>
    cast[reader].map(({ visitor }) => ({ path: FEED, headers: { cookie: visitor.cookie() } }))
  const run = (reader: Reader, seconds: number) =>
    load({ port: app.port, requests: requestsOf(reader), connections: READERS_AT_ONCE, seconds })
  for (const reader of readers) await run(reader, 1)
  const rounds: Record<Reader, Round[]> = { few: [], many: [], stale: [] }
  for (let round = 0; round < options.rounds; round += 1)
    for (const reader of shuffled(readers)) {
      const before = cpuSecondsOf([app.pid])
      // Below two seconds, a p99 is the luck of a few requests.
      const result = await run(reader, Math.max(2, options.seconds))
      const after = cpuSecondsOf([app.pid])
      const cpu = before === null || after === null ? Number.NaN : ((after - before) / result.requests) * 1e6
      rounds[reader].push({ result, cpu })
    }
  return rounds
}

/** Read by members, for whom no answer is kept. */
async function measureProfile({ app, cast, options }: World): Promise<LoadResult> {
  const requests = cast.famous.flatMap(({ id }) =>
    cast.few.map(({ visitor }) => ({ path: `/api/profiles/${id}`, headers: { cookie: visitor.cookie() } })),
  )
  await load({ port: app.port, requests, connections: 1, seconds: 1 })
  return load({ port: app.port, requests, connections: 1, seconds: Math.max(3, options.seconds) })
}

async function measurePosts(world: World): Promise<{ who: string; milliseconds: number[] }[]> {
  const { cast, dataSet } = world
  const groups = [
    { who: 'whom many follow', actors: cast.famous },
    { who: 'whom few follow', actors: cast.few },
  ]
  const began = new Date()
  const taken = groups.map(({ who }) => ({ who, milliseconds: [] as number[] }))
  const tokens = new Map<Actor, string>()
  for (const { actors } of groups) for (const actor of actors) tokens.set(actor, await actor.visitor.token())
  for (let turn = 0; turn < POSTS_OF_EACH; turn += 1)
    for (const [at, { actors }] of groups.entries())
      for (const actor of actors) {
        const posted = performance.now()
        await actor.visitor.write(
          NEW_ACTIVITY,
          { activity_type: 'started_playing', game_id: knownGame(world) },
          tokens.get(actor) ?? '',
        )
        // The first few prepare the statements of each connection.
        if (turn >= 5) taken[at]?.milliseconds.push(performance.now() - posted)
      }
  await withClient(dataSet.postgres.connectionString, (client) =>
    client.query('delete from friend_activities where user_id = any($1) and created_at >= $2', [
      groups.flatMap(({ actors }) => actors.map(({ id }) => id)),
      began,
    ]),
  )
  return taken
}
