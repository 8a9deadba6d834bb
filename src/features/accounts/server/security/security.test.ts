import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { follow, mailsTo } from '#tests/support/outbox-mails.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
async function signIn(email: string, userAgent = FIREFOX): Promise<Client> {
  const browser = world.visitor()
  const answer = await browser.post('/api/auth/signin', { email, password: PASSWORD }, { 'user-agent': userAgent })
  expect(answer.status).toBe(200)
  return browser
}
const isIn = async (browser: Client) => (await browser.get('/api/auth/session')).body.authenticated
const sessionsOf = async (browser: Client) => (await browser.get('/api/auth/sessions')).body.sessions

describe("the member's sessions", () => {
  test('are listed with device and times, this one first, and without their tokens', async () => {
    const ann = await signUp(world)
    const laptop = await signIn(ann.user.email)
    const sessions = await sessionsOf(laptop)
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox on Linux',
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        is_this_one: true,
      },
      expect.objectContaining({ device: 'Unknown device', is_this_one: false }),
    ])
    const text = JSON.stringify(sessions)
    for (const browser of [ann, laptop])
      expect(text).not.toContain((browser.cookies.get('savepoint.session_token') as string).split('.')[0])
  })

  test('end one by one, at once', async () => {
    const ann = await signUp(world)
    const laptop = await signIn(ann.user.email)
    expect(await isIn(laptop)).toBe(true)
    const other = (await sessionsOf(ann)).find(({ is_this_one }: { is_this_one: boolean }) => !is_this_one)
    expect((await ann.delete(`/api/auth/sessions/${other.id}`)).status).toBe(200)
    expect([await isIn(laptop), await isIn(ann)]).toEqual([false, true])
    expect((await ann.delete(`/api/auth/sessions/${other.id}`)).status).toBe(404)
  })

  test('end all except this one', async () => {
    const ann = await signUp(world)
    const others = [await signIn(ann.user.email), await signIn(ann.user.email)]
    const { status, body } = await ann.delete('/api/auth/sessions')
    expect([status, body]).toEqual([200, { success: true, ended: 2 }])
    expect([await isIn(ann), ...(await Promise.all(others.map(isIn)))]).toEqual([true, false, false])
  })

  test('are hidden from other members: ending a foreign session is refused with not found', async () => {
    const ann = await signUp(world)
    const bea = await signUp(world)
    const [session] = await sessionsOf(ann)
    expect((await bea.delete(`/api/auth/sessions/${session.id}`)).status).toBe(404)
    expect(await isIn(ann)).toBe(true)
  })

  test('update their last-seen time, at most every five minutes', async () => {
    const ann = await signUp(world)
    const seen = async () => (await sessionsOf(ann))[0].last_seen_at
    const first = await seen()
    world.time.now = new Date(Date.now() + 2 * 60_000)
    expect(await seen()).toBe(first)
    world.time.now = new Date(Date.now() + 10 * 60_000)
    await seen()
    expect(await seen()).toBe(world.time.now.toISOString())
    world.time.now = new Date()
  })

  test('are renewed on request, and only for members [R-SESS-08]', async () => {
    const ann = await signUp(world)
    expect((await ann.post('/api/auth/refresh')).body).toEqual({ session: { expiresAt: expect.any(String) } })
    expect((await world.visitor().post('/api/auth/refresh')).status).toBe(401)
  })

  test('of a deleted account end at once', async () => {
    const ann = await signUp(world)
    expect(await isIn(ann)).toBe(true)
    await world.db.deleteFrom('user').where('id', '=', ann.user.id).execute()
    const { announce } = await import('#server/changes.ts')
    await announce(world.db, [tag.member(ann.user.id)])
    await expect.poll(() => isIn(ann)).toBe(false)
  })
})

describe('changing the email address', () => {
  let count = 0
  async function asked() {
    count += 1
    const ann = await signUp(world)
    const email = `moved-${count}@example.org`
    const answer = await ann.post('/api/auth/change-email', { email, password: PASSWORD })
    expect(answer.status).toBe(200)
    const linkTo = async (address: string) => {
      const mail = (await mailsTo(world, address)).findLast(({ text }) => text.includes('type=email-'))
      return linkIn({ text: mail?.text }).replace(ORIGIN, '')
    }
    return { ann, email, oldLink: await linkTo(ann.user.email), newLink: await linkTo(email) }
  }
  const openLink = async (link: string) => (await follow(world.visitor(), link)).headers.get('location')
  const emailOf = async (browser: Client) => (await browser.get('/api/auth/session')).body.user.email

  test.each([0, 1])('takes effect when both addresses have confirmed, in either order (%s) (G08)', async (order) => {
    const { ann, email, oldLink, newLink } = await asked()
    const [first, second] = order === 0 ? [oldLink, newLink] : [newLink, oldLink]
    expect(await openLink(first as string)).toBe('/settings/account?email=half')
    expect(await emailOf(ann)).toBe(ann.user.email)
    expect(await openLink(second as string)).toBe('/settings/account?email=changed')
    await expect.poll(() => emailOf(ann)).toBe(email)
    const again = await world.visitor().post('/api/auth/signin', { email, password: PASSWORD })
    expect(again.status).toBe(200)
    expect((await world.visitor().post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })).status).toBe(
      401,
    )
    expect(await openLink(first as string)).toBe('/settings/account?email=invalid')
  })

  test('takes no effect by a plain GET of both links, as mail scanners send it', async () => {
    const { ann, email, oldLink, newLink } = await asked()
    for (const [link, button] of [
      [oldLink, 'Change email address'],
      [newLink, 'Confirm email address'],
    ] as const) {
      const { status, body } = await world.visitor().get(link)
      expect([status, body]).toEqual([200, expect.stringContaining(`>${button}</button>`)])
    }
    expect(await openLink(oldLink)).toBe('/settings/account?email=half')
    expect(await openLink(newLink)).toBe('/settings/account?email=changed')
    await expect.poll(() => emailOf(ann)).toBe(email)
  })

  test('takes effect once when both confirm simultaneously', async () => {
    const { oldLink, newLink } = await asked()
    const outcomes = await Promise.all([openLink(oldLink), openLink(newLink)])
    expect(outcomes.sort()).toEqual(['/settings/account?email=changed', '/settings/account?email=half'])
  })

  test('requires the password, and an address that is free', async () => {
    const ann = await signUp(world)
    const bea = await signUp(world)
    const wrong = await ann.post('/api/auth/change-email', { email: 'free@example.org', password: 'Wrong-horse-1' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const taken = await ann.post('/api/auth/change-email', { email: bea.user.email, password: PASSWORD })
    expect([taken.status, taken.body.code]).toEqual([409, 'user_already_exists'])
    expect(world.queue).toEqual([])
  })

  test('is refused when another account took the address meanwhile', async () => {
    const { ann, email, oldLink, newLink } = await asked()
    await openLink(oldLink)
    await signUp(world, { email })
    expect(await openLink(newLink)).toBe('/settings/account?email=taken')
    expect(await emailOf(ann)).toBe(ann.user.email)
  })

  test('is cancelled when a reset link changes the password meanwhile', async () => {
    const { ann, oldLink, newLink } = await asked()
    await openLink(oldLink)
    await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
    const mail = (await mailsTo(world, ann.user.email)).findLast(({ text }) => text.includes('type=recovery'))
    const browser = world.visitor()
    await browser.get(linkIn({ text: mail?.text }).replace(ORIGIN, ''))
    await browser.post('/api/auth/update-password', { password: 'Another-horse-8' })
    expect(await openLink(newLink)).toBe('/settings/account?email=invalid')
  })
})

test('the database function returns whether an email address has an account [R-AUTH-81]', async () => {
  const ann = await signUp(world)
  const ask = async (user_email: string) =>
    (await world.visitor().post('/api/rpc/check_user_exists', { user_email })).body
  expect([await ask(ann.user.email.toUpperCase()), await ask('nobody@example.org')]).toEqual([true, false])
})
