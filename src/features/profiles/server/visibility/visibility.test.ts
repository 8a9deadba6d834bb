import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import {
  type Audience,
  audienceOf,
  feedAudience,
  isVisibleTo,
  isVisibleToFriends,
  previewAudience,
  type Section,
} from './visibility.queries.ts'

/** Every value of a setting: none, the three documented ones, and one that nobody knows. */
const LEVELS = [null, 'public', 'friends', 'private', 'circles'] as const
type Level = (typeof LEVELS)[number]
/** What a member is to the viewer. The two directions of a link are two members. */
const TIES = [
  'stranger',
  'friend who asked',
  'friend who accepted',
  'request sent',
  'request received',
  'declined',
  'blocked',
  'blocks',
] as const
type Tie = (typeof TIES)[number]
interface Member {
  whole: Level
  section: Level
  tie: Tie
  isDisabled: boolean
}

const SECTIONS = ['library', 'activity', 'friends', 'badges'] as const satisfies Section[]
const MEMBERS: Member[] = LEVELS.flatMap((whole) =>
  LEVELS.flatMap((section) =>
    TIES.flatMap((tie) => [false, true].map((isDisabled) => ({ whole, section, tie, isDisabled }))),
  ),
)
const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}` as UserId
// In the middle, so that it is the lesser id in some pairs and the greater in others.
const VIEWER = uuid(MEMBERS.length / 2)
const idOf = (at: number) => uuid(at < MEMBERS.length / 2 ? at : at + 1)

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase({ connectionString: clone.connectionString, poolSize: 1, onError: () => {} })
  const { db } = database
  const everybody = [...MEMBERS.map((_, at) => idOf(at)), VIEWER]
  await db
    .insertInto('user')
    .values(everybody.map((id) => ({ id, name: id, email: `${id}@example.org` })))
    .execute()
  await db
    .insertInto('profiles')
    .values([
      { id: VIEWER },
      ...MEMBERS.map(({ whole, section, isDisabled }, at) => ({
        id: idOf(at),
        settings: JSON.stringify({
          ...(whole && { visibility: whole }),
          ...(section && { sections: Object.fromEntries(SECTIONS.map((name) => [name, section])) }),
        }),
        disabled_at: isDisabled ? new Date() : null,
      })),
    ])
    .execute()
  const idsWith = (tie: Tie) => MEMBERS.flatMap((member, at) => (member.tie === tie ? [idOf(at)] : []))
  const sent = (tie: Tie, status: string) => idsWith(tie).map((id) => ({ user_id: VIEWER, friend_id: id, status }))
  const received = (tie: Tie, status: string) => idsWith(tie).map((id) => ({ user_id: id, friend_id: VIEWER, status }))
  await db
    .insertInto('friends')
    .values([
      ...received('friend who asked', 'accepted'),
      ...sent('friend who accepted', 'accepted'),
      ...sent('request sent', 'pending'),
      ...received('request received', 'pending'),
      ...sent('declined', 'declined'),
    ])
    .execute()
  await db
    .insertInto('user_blocks')
    .values([
      ...idsWith('blocked').map((id) => ({ blocker_id: VIEWER, blocked_id: id })),
      ...idsWith('blocks').map((id) => ({ blocker_id: id, blocked_id: VIEWER })),
    ])
    .execute()
})
afterAll(async () => {
  await database.close()
  await drop()
})

const p = sql`p`

/** Returns a label for each member whose row satisfies the condition. */
async function visible(condition: ReturnType<typeof isVisibleTo>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p where p.id <> ${VIEWER} and ${condition} order by p.id`.execute(database.db)
  const ids = new Set(rows.map(({ id }) => id))
  return inWords((_, at) => ids.has(idOf(at)))
}

const inWords = (isIn: (member: Member, at: number) => boolean): string[] =>
  MEMBERS.filter(isIn).map(
    ({ whole, section, tie, isDisabled }) => `${tie}: ${whole}, ${section}${isDisabled ? ', disabled' : ''}`,
  )

/** The rule in the test's own words: what hides more decides, and an unknown value hides most. */
const hides = (level: Level): 0 | 1 | 2 => (level === null || level === 'public' ? 0 : level === 'friends' ? 1 : 2)
const need = ({ whole, section }: Member, asked: Section) =>
  asked === 'profile' ? hides(whole) : Math.max(hides(whole), hides(section))
const isFriend = ({ tie }: Member) => tie === 'friend who asked' || tie === 'friend who accepted'
const hasBlock = ({ tie }: Member) => tie === 'blocked' || tie === 'blocks'

describe.each(['profile', ...SECTIONS] as const)('who sees %s of a member (G22, C58)', (section) => {
  test('a visitor sees what is public', async () => {
    const expected = inWords((member) => !member.isDisabled && need(member, section) === 0)
    expect(await visible(isVisibleTo(audienceOf(null), p, section))).toEqual(expected)
    expect(await visible(isVisibleTo(feedAudience(null), p, section))).toEqual(expected)
    for (const as of ['guest', 'member'] as const)
      expect(await visible(isVisibleTo(previewAudience(as), p, section))).toEqual(expected)
  })

  test('a member also sees what friends show to friends, and nothing beyond a block', async () => {
    const expected = inWords(
      (member) => !member.isDisabled && !hasBlock(member) && need(member, section) <= (isFriend(member) ? 1 : 0),
    )
    expect(await visible(isVisibleTo(audienceOf(viewerWith(VIEWER)), p, section))).toEqual(expected)
    expect(await visible(isVisibleTo(feedAudience(VIEWER), p, section))).toEqual(expected)
  })

  test('an admin sees everything of one member who is not disabled, but in feeds what any member sees', async () => {
    const admin = audienceOf(viewerWith(VIEWER, 'admin'))
    expect(await visible(isVisibleTo(admin, p, section))).toEqual(inWords(({ isDisabled }) => !isDisabled))
    expect(feedAudience(VIEWER).seesAll).toBe(false)
  })

  test('a friend sees what is not private', async () => {
    const expected = inWords((member) => !member.isDisabled && need(member, section) <= 1)
    expect(await visible(isVisibleToFriends(p, section))).toEqual(expected)
    expect(await visible(isVisibleTo(previewAudience('friend'), p, section))).toEqual(expected)
  })

  test('members see everything of their own', async () => {
    const eachOwn: Audience = { viewerId: sql<UserId>`p.id`, seesAll: false }
    expect(await visible(isVisibleTo(eachOwn, p, section))).toEqual(inWords(({ isDisabled }) => !isDisabled))
  })

  test('a query that knows the friendships passes them', async () => {
    const all = isVisibleTo(feedAudience(VIEWER), p, section, sql<boolean>`true`)
    const expected = inWords((member) => !member.isDisabled && !hasBlock(member) && need(member, section) <= 1)
    expect(await visible(all)).toEqual(expected)
  })
})
