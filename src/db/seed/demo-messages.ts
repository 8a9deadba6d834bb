import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'

/** The author of a message: the main member, or the other. A null text is a deleted message. */
type Line = ['me' | 'you', at: number, text: string | null]

/** The conversations of the main member with others; `at` is how long ago. */
const CONVERSATIONS: Record<string, { lines: Line[]; isUnread?: boolean }> = {
  juno: {
    isUnread: true,
    lines: [
      ['you', 6 * DAY_MS, 'Did you ever get past the flooded archive?'],
      ['me', 6 * DAY_MS - 4 * MINUTE_MS, 'Last night, finally. I had missed the second lever for a week.'],
      ['me', 6 * DAY_MS - 5 * MINUTE_MS, 'Do not tell anybody.'],
      ['you', 6 * DAY_MS - 40 * MINUTE_MS, 'I tell everybody everything. You know that.'],
      ['you', DAY_MS + 2 * HOUR_MS, 'The ending has been in my head all day.\n\nCall me when you are there?'],
      ['me', DAY_MS + HOUR_MS, 'Two chapters to go. Tomorrow, I think.'],
      ['you', 35 * MINUTE_MS, 'It is tomorrow.'],
      ['you', 34 * MINUTE_MS, 'Also: somebody has mapped the whole thing, https://example.org/maps/archive.'],
    ],
  },
  sol: {
    isUnread: true,
    lines: [
      ['me', 3 * DAY_MS, 'Same time on Thursday?'],
      ['you', 5 * HOUR_MS, 'Thursday is good. I bring the second controller.'],
    ],
  },
  tobi: {
    lines: [
      ['you', 9 * DAY_MS, 'You asked for something short: try one of the detective games on my list.'],
      ['me', 8 * DAY_MS, null],
      ['me', 8 * DAY_MS - MINUTE_MS, 'Started it this morning. Four hours gone, coffee cold.'],
    ],
  },
  wolfeschlegelstein: {
    lines: [
      [
        'you',
        20 * DAY_MS,
        'Thank you for following. I saw that we finished the same three games in the same week, which cannot be a coincidence, and wanted to ask what comes next on your shelf.',
      ],
    ],
  },
}

/** Inserts the conversations of the demo world's main member, the only ones with messages. */
export async function insertMessages(
  db: Db,
  people: readonly { id: string; username: string }[],
  mainMember: string,
  now: Date,
): Promise<void> {
  const idOf = new Map(people.map(({ username, id }) => [username, id]))
  const own = idOf.get(mainMember)
  for (const [username, { lines, isUnread }] of Object.entries(CONVERSATIONS)) {
    const other = idOf.get(username)
    const latest = lines.at(-1)
    if (!own || !other || !latest) continue
    const [user_low, user_high] = [own, other].sort() as [string, string]
    const since = (ago: number) => new Date(now.getTime() - ago)
    const first = lines[0]?.[1] ?? 0
    const { id } = await db
      .insertInto('conversations')
      .values({ user_low, user_high, created_at: since(first), last_message_at: since(latest[1]) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lastOwn = lines.findLastIndex(([who]) => who === 'me')
    await db
      .insertInto('messages')
      .values(
        lines.map(([who, ago, content], at) => ({
          // Ordered by time, so that ids and times agree.
          id: sql<string>`uuidv7(${`${Math.round(-ago / 1000)} seconds`}::interval)`,
          conversation_id: id,
          sender_id: who === 'me' ? own : other,
          recipient_id: who === 'me' ? other : own,
          content,
          deleted_at: content === null ? since(ago) : null,
          read_at: isUnread && at > lastOwn ? null : since(Math.max(0, ago - MINUTE_MS)),
          created_at: since(ago),
        })),
      )
      .execute()
  }
}
