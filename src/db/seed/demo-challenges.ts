import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { SeededRandom } from './seeded-random.ts'

interface DemoChallenge {
  title: string
  description: string
  /** The game whose cover it shows. */
  cover: string | null
  /** In days from today, at the beginning of a day in UTC. */
  from: number
  until: number
  goals: readonly { type: string; target: number }[]
  /** The badge that it rewards, whose name is new. */
  reward: { name: string; description: string; level: number }
  /** The share of the members who participate. */
  share: number
}

/** One upcoming, one running, one finished. */
const CHALLENGES: readonly DemoChallenge[] = [
  {
    title: 'A hundred slow hours',
    description:
      'No rush, no completion: just play. A hundred hours of anything that is on your shelf, alone or on the sofa with somebody.',
    cover: 'Outer Wilds',
    from: -12,
    until: 19,
    goals: [{ type: 'play_time', target: 100 }],
    reward: { name: 'Slow and steady', description: 'Play a hundred hours without a rush.', level: 4 },
    share: 0.7,
  },
  {
    title: 'Finish what you started',
    description: 'Three games that wait for their ending, and a few achievements on the way there.',
    cover: null,
    from: 9,
    until: 40,
    goals: [
      { type: 'games_completed', target: 3 },
      { type: 'achievements', target: 25 },
    ],
    reward: { name: 'Loose ends', description: 'Finish three games that were waiting.', level: 2 },
    share: 0.3,
  },
  {
    title: 'A month of small games',
    description: 'Five games that are new to your shelf, and two of them to the end.',
    cover: 'A Short Hike',
    from: -62,
    until: -31,
    goals: [
      { type: 'games_added', target: 5 },
      { type: 'games_completed', target: 2 },
    ],
    reward: { name: 'Small wonders', description: 'Spend a month with small games.', level: 3 },
    share: 0.6,
  },
]

/** Inserts challenges with participants. In a running one the app computes the progress from the libraries. */
export async function insertChallenges(
  db: Db,
  memberIds: readonly string[],
  mainId: string | undefined,
  now: Date,
  random: SeededRandom,
): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  for (const [at, { cover, from, until, goals, reward, share, ...facts }] of CHALLENGES.entries()) {
    const [starts, ends] = [today + from * DAY_MS, today + until * DAY_MS]
    const game = cover && (await db.selectFrom('games').select('id').where('name', '=', cover).executeTakeFirst())
    const badge = await db
      .insertInto('badges')
      .values({ ...reward, key: `demo-challenge-${at + 1}`, icon: 'award', display_order: 200 + at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('challenges')
      .values({
        ...facts,
        cover_game_id: game ? game.id : null,
        badge_id: badge.id,
        starts_at: new Date(starts),
        ends_at: new Date(ends),
        created_at: new Date(Math.min(starts, now.getTime()) - 5 * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await db
      .insertInto('challenge_goals')
      .values(goals.map((goal, at) => ({ ...goal, challenge_id: id, position: at + 1 })))
      .returning(['id', 'target'])
      .execute()
    const participants = memberIds
      .filter((member) => (member === mainId ? from < 0 : random.chance(share)))
      .map((user_id) => participant(user_id, { starts, ends, now: now.getTime(), goals: made }, random))
    await db
      .insertInto('challenge_participants')
      .values(participants.map((row) => ({ ...row, challenge_id: id })))
      .execute()
  }
}

function participant(
  user_id: string,
  given: { starts: number; ends: number; now: number; goals: readonly { id: string; target: number }[] },
  random: SeededRandom,
) {
  const { starts, ends, now, goals } = given
  const joined = new Date(Math.min(starts, now - DAY_MS) - random.between(0, 3) * DAY_MS)
  if (ends > now) return { user_id, joined_at: joined, reached_at: joined }
  const amounts = goals.map(({ id, target }) => [id, Math.min(target, random.whole(0, target + 2))] as const)
  const done = amounts.reduce(
    (sum, [id, amount]) => sum + amount / (goals.find((goal) => goal.id === id)?.target ?? 1),
    0,
  )
  const remaining = Math.round((1 - done / goals.length) * 100_000) / 100_000
  const reached = new Date(random.between(starts, ends))
  return {
    user_id,
    joined_at: joined,
    reached_at: reached,
    progress: JSON.stringify(Object.fromEntries(amounts)),
    remaining,
    completed: remaining === 0,
    completed_at: remaining === 0 ? reached : null,
  }
}

/**
 * Computes the undated hours of each history row, once the play log is inserted: its hours minus the sessions until
 * then.
 */
export async function dateHistory(db: Db): Promise<void> {
  await sql`
    update game_progress_history point
    set undated_hours = point.play_time - coalesce((
      select round(sum(minutes) / 60.0, 2) from play_sessions
      where user_id = point.user_id and game_id = point.game_id and ended_at <= point.created_at
    ), 0)
    where exists (
      select from play_sessions where user_id = point.user_id and game_id = point.game_id
    )`.execute(db)
}
