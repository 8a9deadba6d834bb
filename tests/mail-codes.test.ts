import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { linkIn } from './support/mail-server.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { follow, mailsTo } from './support/outbox-mails.ts'
import { type Client, useTestApp } from './support/test-app.ts'

// The links of mails: each works once, within its time and for its purpose, and appears only in the mail.

const world = useTestApp({ REQUIRE_EMAIL_CONFIRMATION: 'off', LOG_LEVEL: 'debug' })
const HOUR = 3600_000

interface Kind {
  hours: number
  /** The address to which a valid link leads, and the one to which an invalid link leads. */
  good: RegExp
  bad: RegExp
  ask: (member: Client, email: string) => Promise<unknown>
  /** The recipient; the member by default. */
  to?: string
}
const change = (at: string) => (member: Client) =>
  member.post('/api/auth/change-email', { email: `new-${at}@example.org`, password: PASSWORD })
const KINDS: Record<string, Kind> = {
  signup: {
    hours: 24,
    good: /^\/signin\?auth=success$/,
    bad: /^\/signin\?error=(already_confirmed|callback_failed)$/,
    ask: (_, email) => world.visitor().post('/api/auth/resend-confirmation', { email }),
  },
  'email-old': {
    hours: 24,
    good: /^\/settings\/account\?email=half$/,
    bad: /^\/settings\/account\?email=invalid$/,
    ask: change('a'),
  },
  'email-new': {
    hours: 24,
    good: /^\/settings\/account\?email=half$/,
    bad: /^\/settings\/account\?email=invalid$/,
    ask: change('b'),
    to: 'new-b@example.org',
  },
}

const open = async (path: string) => (await follow(world.visitor(), path)).headers.get('location') as string

async function linkOf({ ask, to }: Kind): Promise<{ path: string; code: string }> {
  const member = await signUp(world)
  await ask(member, member.user.email)
  const mail = (await mailsTo(world, to ?? member.user.email)).findLast(({ text }) => text.includes('/auth/callback'))
  const { pathname, search, searchParams } = new URL(linkIn({ text: mail?.text }))
  return { path: pathname + search, code: searchParams.get('code') as string }
}

/** Returns the tables that contain a text. Omits the stored mails, which stand for the person's mailbox. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') and table_name <> 'outbox'`.execute(
    world.db,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } =
      await sql`select 1 from ${sql.raw(name)} as row_of where row_of::text like ${`%${text}%`}`.execute(world.db)
    if (hits.length > 0) found.push(name)
  }
  return found
}

test.each(Object.entries(KINDS))(
  'a link of the kind %s works once, in time, and is stored as a hash',
  async (_, kind) => {
    const { path, code } = await linkOf(kind)
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    expect(await tablesWith(code)).toEqual([])
    expect(world.logged()).not.toContain(code)
    // It works for no other purpose.
    for (const other of ['signup', 'recovery', 'email-old', 'email-new', 'oauth'])
      if (!path.includes(`type=${other}&`))
        expect(await open(path.replace(/type=[\w-]+/, `type=${other}`))).not.toMatch(
          /success|half|changed|^\/reset-password$/,
        )
    const both = await Promise.all([open(path), open(path)])
    expect(both.filter((location) => kind.good.test(location))).toHaveLength(1)
    expect(await open(path)).toMatch(kind.bad)

    const late = await linkOf(kind)
    world.time.now = new Date(Date.now() + kind.hours * HOUR + 1000)
    expect(await open(late.path)).toMatch(kind.bad)
    world.time.now = new Date()
  },
)

// The new password uses up a reset link; opening the link does not. reset.test.ts checks once and in time.
test('a reset link is stored as a hash, too', async () => {
  const member = await signUp(world)
  await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
  const [mail] = await mailsTo(world, member.user.email)
  const code = new URL(linkIn({ text: mail?.text })).searchParams.get('code') as string
  expect(await tablesWith(code)).toEqual([])
  // Proves that the search works.
  expect(await tablesWith(member.user.email)).toContain('public."user"')
})
