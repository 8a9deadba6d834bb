import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type DemoMember, MAIN_MEMBER, NEWCOMER } from './demo-members.ts'
import { insertRows } from './insert-rows.ts'
import { seededRandom } from './seeded-random.ts'

interface Person extends DemoMember {
  id: string
}

interface FollowerRow {
  follower_id: string
  following_id: string
  created_at: Date
}

interface FriendRow {
  user_id: string
  friend_id: string
  status: string
  created_at: Date
  updated_at: Date
}

/** Generates follows and friendships: members who like the same genres are connected more often. */
function makeRelationships(
  people: readonly Person[],
  now: Date,
): { followers: readonly FollowerRow[]; friends: readonly FriendRow[] } {
  const random = seededRandom('ties')
  const main = people.find(({ username }) => username === MAIN_MEMBER)
  const others = people.filter(({ username }) => username !== NEWCOMER)
  const followers: FollowerRow[] = []
  const friends: FriendRow[] = []
  const since = (a: Person, b: Person) =>
    new Date(now.getTime() - random.between(0.05, 0.98) * Math.min(a.joined, b.joined) * DAY_MS)
  for (const [at, person] of others.entries())
    for (const other of others.slice(at + 1)) {
      const isWithMain = person === main
      const closeness = likeness(person, other) + (isWithMain ? 0.35 : 0)
      if (random.chance(closeness * 0.75))
        followers.push({ follower_id: person.id, following_id: other.id, created_at: since(person, other) })
      if (random.chance(closeness * 0.6))
        followers.push({ follower_id: other.id, following_id: person.id, created_at: since(person, other) })
      const created = since(person, other)
      if (random.chance(closeness * 0.4))
        friends.push({
          user_id: person.id,
          friend_id: other.id,
          status: 'accepted',
          created_at: created,
          updated_at: created,
        })
    }
  // The main member has received a request and has sent one.
  const strangers = others.filter(
    (person) => person !== main && !friends.some((row) => isLinkOf(row, main as Person, person)),
  )
  const [asking, asked] = strangers
  const requested = { status: 'pending', created_at: daysBefore(now, 1.4), updated_at: daysBefore(now, 1.4) }
  if (main && asking) friends.push({ user_id: asking.id, friend_id: main.id, ...requested })
  if (main && asked) friends.push({ user_id: main.id, friend_id: asked.id, ...requested })
  return { followers, friends }
}

const isLinkOf = (row: FriendRow, a: Person, b: Person) =>
  [row.user_id, row.friend_id].includes(a.id) && [row.user_id, row.friend_id].includes(b.id)

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Returns 0.15 for nothing in common, up to 1. */
function likeness(a: DemoMember, b: DemoMember): number {
  const shared = Object.keys(a.likes).filter((genre) => genre in b.likes).length
  return Math.min(1, 0.15 + (shared / Math.max(1, Math.min(Object.keys(a.likes).length, 4))) * 0.6)
}

/** What the main member has muted: what this member wants to play. */
const MUTED = 'wren'

/** Returns the mute of the main member, with an end. */
function makeMutes(people: readonly Person[], now: Date) {
  const idOf = (username: string) => people.find((person) => person.username === username)?.id
  const [user_id, member_id] = [idOf(MAIN_MEMBER), idOf(MUTED)]
  if (!user_id || !member_id) return []
  const target = `kind:wants:${member_id}`
  return [{ user_id, target, member_id, ends_at: daysBefore(now, -26), created_at: daysBefore(now, 4) }]
}

/** Inserts follows, friendships and mutes. */
export async function insertRelationships(db: Db, people: readonly Person[], now: Date): Promise<void> {
  const { followers, friends } = makeRelationships(people, now)
  await insertRows(db, 'followers', followers, 'follower_id uuid, following_id uuid, created_at timestamptz')
  await insertRows(
    db,
    'friends',
    friends,
    `
    user_id uuid, friend_id uuid, status text, created_at timestamptz, updated_at timestamptz`,
  )
  await insertRows(
    db,
    'mutes',
    makeMutes(people, now),
    'user_id uuid, target text, member_id uuid, ends_at timestamptz, created_at timestamptz',
  )
}
