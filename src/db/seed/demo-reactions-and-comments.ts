import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { ascending } from '#shared/order.ts'
import { insertRows } from './insert-rows.ts'
import { type SeededRandom, seededRandom, uuidAt } from './seeded-random.ts'

/** An activity that members may react to and comment on. */
interface DemoMoment {
  id: string
  user_id: string
  activity_type: string
  created_at: Date
}

interface DemoReaction {
  subject_type: 'activity'
  subject_id: string
  user_id: string
  emoji: string
  created_at: string
}

interface DemoComment {
  id: string
  parent_id: string | null
  answered_user_id: string | null
  subject_type: 'activity'
  subject_id: string
  user_id: string
  content: string
  created_at: string
}

/** By kind of activity, the most frequent emoji first. */
const EMOJIS: Record<string, readonly string[]> = {
  want_to_play: ['👍', '❤️', '🎮', '👍'],
  started_playing: ['🎮', '👍', '❤️', '🎮'],
  progress: ['👍', '🎯', '🎮', '❤️'],
  completed: ['🏆', '🏆', '❤️', '👍', '🎯'],
  review: ['👍', '❤️', '🎯', '👍'],
}

const SAID: Record<string, readonly string[]> = {
  want_to_play: [
    'Oh, you are in for something.',
    'It was on my list for two years. Do not do what I did.',
    'Go in blind. Read nothing, not even the box.',
    'I can lend you my copy.',
    'The first hour is slow. It is worth it.',
    'I have a spare copy somewhere, under the other spare copies.',
    'Start it on a free weekend. You will want the Sunday.',
    'Tell me before you begin and I begin, too.',
    'Mine has been waiting since the spring sale.',
  ],
  started_playing: [
    'Finally!',
    'Which difficulty? Asking for a friend who is me.',
    'Turn the music up.',
    'Tell me when you meet the ferryman.',
    'I envy you the first evening with it.',
    'Let me know how it runs on the small one.',
    'See you in a month.',
    'Do the side things. The side things are the game.',
    'My sofa is jealous.',
    'No hints from me, however much you beg.',
  ],
  progress: [
    'Just before the good part.',
    'How are you so fast?',
    'I got stuck right there for a week.\n\nLook up.',
    'Careful in the north.',
    'That boss, though.',
    'Take the other path if you can still go back.',
    'You are past me now. I will not pretend that I do not mind.',
    'From here on it gets strange.',
    'Did you talk to everybody in the village? Talk to them again.',
    'Slow down, you only get to see it once.',
    'That is where I put it down. Tell me whether I was wrong.',
  ],
  completed: [
    'That ending. I sat through all of the credits.',
    'Same. I still hum the title music.',
    'Did you find the second ending?',
    'A notebook game, that one.',
    'And? Was it worth the hours?',
    'Better than I remembered it, or worse? I have been thinking about playing it again and I am a little afraid of finding out.',
    'Well played 🎮',
    'You did it without me, and I had the snacks ready.',
    'What do you play now? I am never ready for that evening.',
    'The last hour made me ring my sister.',
    'One of mine as well. Welcome to the club of people who cannot stop talking about it.',
    'I knew that you would. I said so on Tuesday.',
    'So, was it him?',
    'I have the soundtrack, if you need it for the tram.',
    'Respect. I stopped at the bridge.',
    'Now the hard mode. I am joking. Am I?',
    'Put it on the list of games for a rainy week.',
  ],
}

/** The member's replies. */
const ANSWERS = [
  'It was, all of it.',
  'Not a word, I am not done thinking.',
  'Ha, exactly there.',
  'Next weekend, my couch?',
  'You were right.',
  'Ask me again tomorrow.',
  'I needed a walk afterwards.',
  'Come over and see for yourself.',
  'No regrets, one blister.',
  'I will write about it when I have found the words.',
]

/** Returns one of the lines, without repeating one before all have been said. */
function drawerOf(random: SeededRandom): (lines: readonly string[], omitted?: readonly string[]) => string {
  const left = new Map<readonly string[], string[]>()
  return (lines, omitted = []) => {
    const isFree = (line: string) => !omitted.includes(line)
    if (!left.get(lines)?.some(isFree)) left.set(lines, [...lines])
    const bag = left.get(lines) as string[]
    const free = bag.filter(isFree)
    const line = free[random.whole(0, free.length - 1)] as string
    bag.splice(bag.indexOf(line), 1)
    return line
  }
}

/** Returns the function for the row of a comment, or of a reply to `parent`, without its words. */
const commentsWith =
  (ids: SeededRandom) => (moment: DemoMoment, user_id: string, created_at: string, parent: DemoComment | null) => ({
    id: uuidAt(new Date(created_at), ids),
    parent_id: parent?.id ?? null,
    answered_user_id: parent?.user_id ?? null,
    subject_type: 'activity' as const,
    subject_id: moment.id,
    user_id,
    created_at,
  })

/**
 * Generates reactions and comments of friends and followers: most activities get a few reactions, some a conversation.
 * `audienceOf` returns who sees a member's activities.
 */
function makeReactionsAndComments(
  moments: readonly DemoMoment[],
  audienceOf: ReadonlyMap<string, readonly string[]>,
  now: Date,
  random: SeededRandom,
): { reactions: DemoReaction[]; comments: DemoComment[] } {
  const reactions: DemoReaction[] = []
  const comments: DemoComment[] = []
  const draw = drawerOf(random)
  const commentOf = commentsWith(seededRandom('voices of comments'))
  for (const moment of moments) {
    const audience = audienceOf.get(moment.user_id) ?? []
    const liveliness =
      moment.activity_type === 'completed' ? 0.24 : moment.activity_type === 'want_to_play' ? 0.05 : 0.12
    const emojis = EMOJIS[moment.activity_type] ?? []
    const began = moment.created_at.getTime()
    const later = (hours: number) => new Date(Math.min(now.getTime(), began + hours * HOUR_MS)).toISOString()
    for (const user_id of audience)
      if (random.chance(liveliness))
        reactions.push({
          subject_type: 'activity',
          subject_id: moment.id,
          user_id,
          emoji: emojis[random.whole(0, emojis.length - 1)] as string,
          created_at: later(random.between(0.1, 30)),
        })
    if (!random.chance(liveliness * 1.4) || audience.length === 0) continue
    const lines = SAID[moment.activity_type] ?? []
    const said: string[] = []
    const voices = Math.min(lines.length, random.chance(0.25) ? random.whole(3, 5) : random.whole(1, 2))
    let hours = random.between(0.1, 3)
    for (let voice = 0; voice < voices; voice += 1) {
      const content = draw(lines, said)
      said.push(content)
      const user_id = audience[random.whole(0, audience.length - 1)] as string
      comments.push({ ...commentOf(moment, user_id, later(hours), null), content })
      hours += random.between(0.1, 2)
    }
    const last = comments.at(-1)
    if (random.chance(0.45) && last)
      comments.push({ ...commentOf(moment, moment.user_id, later(hours), last), content: draw(ANSWERS) })
  }
  return { reactions, comments }
}

/** Inserts reactions and comments of friends and followers on activities of members who are visible to everybody. */
export async function insertReactionsAndComments(db: Db, now: Date): Promise<void> {
  const { rows: moments } = await sql<DemoMoment>`
    select activity.id, activity.user_id, activity_type, activity.created_at
    from friend_activities activity
    join profiles on profiles.id = activity.user_id
    where coalesce(profiles.settings ->> 'visibility', 'public') = 'public'
    order by activity.created_at, activity.user_id, activity.game_id`.execute(db)
  const { rows: followers } = await sql<{ member: string; audience: string }>`
    select following_id as member, follower_id as audience from followers
    union select user_id, friend_id from friends where status = 'accepted'
    union select friend_id, user_id from friends where status = 'accepted'
    order by 1, 2`.execute(db)
  const audienceOf = new Map<string, string[]>()
  for (const { member, audience } of followers) audienceOf.set(member, [...(audienceOf.get(member) ?? []), audience])
  const { reactions, comments } = makeReactionsAndComments(moments, audienceOf, now, seededRandom('voices'))
  await insertRows(
    db,
    'activity_reactions',
    reactions,
    'subject_type text, subject_id uuid, user_id uuid, emoji text, created_at timestamptz',
  )
  await insertRows(
    db,
    'activity_comments',
    comments.sort(ascending(({ created_at }) => created_at)),
    'id uuid, parent_id uuid, answered_user_id uuid, subject_type text, subject_id uuid, user_id uuid, content text, created_at timestamptz',
  )
}
