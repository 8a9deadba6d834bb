import { describe, expect, test } from 'vitest'
import { ascending } from '#shared/order.ts'
import { PASSWORD } from '#tests/support/members.ts'
import { usePushApp } from '#tests/support/push-app.ts'
import { fakeBrowser, verifySite } from '#tests/support/push-service.ts'
import { DELIVERY_REFUSALS } from '../../delivery.texts.ts'
import { pushKeys } from './push-keys.ts'

const { app, mara, juno, tobi, world, turnOn, pass, send, shownTo, change, write, ask, react, waiting } = usePushApp()
const minute = 60
const endpointsOf = async (member = mara) => (await member.get('/api/notifications/delivery')).body.endpoints
const rows = () => app.db.selectFrom('push_subscriptions').select(['user_id', 'endpoint', 'p256dh']).execute()

describe('a browser', () => {
  test('is stored once, with its latest keys', async () => {
    await turnOn(mara)
    const again = await turnOn(mara)
    expect(await rows()).toEqual([{ user_id: mara.user.id, endpoint: again.endpoint, p256dh: again.keys.p256dh }])
    expect(await endpointsOf()).toEqual([again.endpoint])
  })

  test('belongs to the member who has turned it on last', async () => {
    await turnOn(mara, '/shared')
    await turnOn(juno, '/shared')
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([juno.user.id])
  })

  test('is turned off by its member alone', async () => {
    const { endpoint } = await turnOn(mara)
    expect((await juno.delete('/api/notifications/push', { endpoint })).status).toBe(200)
    expect(await endpointsOf()).toEqual([endpoint])
    expect((await mara.delete('/api/notifications/push', { endpoint })).body).toEqual({ endpoints: [] })
    expect((await mara.delete('/api/notifications/push', { endpoint })).status).toBe(200)
  })

  test('ends with its session', async () => {
    const second = Object.assign(app.visitor(), { user: mara.user })
    await second.post('/api/auth/signin', { email: mara.user.email, password: PASSWORD })
    await turnOn(second, '/phone')
    const laptop = await turnOn(mara, '/laptop')
    expect((await second.post('/api/auth/logout')).status).toBeLessThan(300)
    expect(await endpointsOf()).toEqual([laptop.endpoint])
  })

  test('takes the place of the oldest beyond twenty', async () => {
    for (let at = 0; at < 22; at++) {
      pass(1)
      await turnOn(mara, `/${at}`)
    }
    const paths = (await endpointsOf()).map((endpoint: string) => new URL(endpoint).pathname)
    expect([paths.length, paths[0], paths.at(-1)]).toEqual([20, '/21', '/2'])
  })

  test.each([
    'https://192.168.1.20/push',
    'https://[::1]/push',
    'https://[::ffff:10.0.0.1]/push',
    'http://push.example.org/push',
    'https://localhost/push',
    'https://ann:secret@push.example.org/push',
    'https://2130706434/push',
    'https://169.254.169.254/latest',
  ])('at %s is refused, and nothing is stored', async (endpoint) => {
    const { keys } = fakeBrowser(endpoint)
    const answer = await mara.put('/api/notifications/push', { endpoint, keys })
    expect([answer.status, answer.body.error]).toEqual([400, DELIVERY_REFUSALS.endpointNotPublic])
    expect(await rows()).toEqual([])
  })

  test.each([
    [{ endpoint: 'push', keys: fakeBrowser('x').keys }],
    [{ endpoint: `https://push.example.org/${'x'.repeat(1000)}`, keys: fakeBrowser('x').keys }],
    [{ endpoint: 'https://push.example.org/', keys: { p256dh: 'short', auth: 'short' } }],
    [{ endpoint: 'https://push.example.org/', keys: { ...fakeBrowser('x').keys, auth: 'ä'.repeat(22) } }],
    [{ endpoint: 'https://push.example.org/', keys: { ...fakeBrowser('x').keys, p256dh: 'A'.repeat(87) } }],
    [{}],
  ])('with damaged values is refused', async (body) => {
    const answer = await mara.put('/api/notifications/push', body)
    expect(answer.status).toBe(400)
    expect(await rows()).toEqual([])
  })
})

describe('a push', () => {
  test('is encrypted for its browser, signed by the site, and says who did what, where', async () => {
    const browser = await turnOn(mara)
    await ask(juno, mara)
    await send()
    expect(shownTo(browser)).toEqual([
      {
        title: 'Juno wants to be friends with you',
        href: '/profile/friends',
        tag: `friend_request:${juno.user.id}`,
        unread: 1,
        actions: [
          {
            action: 'accept',
            title: 'Accept',
            request: { method: 'PATCH', path: `/api/friends/${juno.user.id}`, body: { status: 'accepted' } },
          },
        ],
      },
    ])
    const [{ headers, body }] = world.service.received as [(typeof world.service.received)[number]]
    expect(body.toString()).not.toContain('Juno')
    expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
    const claims = verifySite(String(headers.authorization))
    expect(claims).toMatchObject({ aud: world.service.origin, key: pushKeys(app.config).publicKey })
    expect(await waiting()).toEqual([])
  })

  test('of its action does what it says', async () => {
    const browser = await turnOn(mara)
    await ask(juno, mara)
    await send()
    const { path, body } = shownTo(browser)[0]?.actions[0]?.request ?? { path: '' }
    expect((await mara.patch(path, body)).body.status).toBe('accepted')
  })

  test('folds what is about one thing, and the later one takes the place of the earlier', async () => {
    const browser = await turnOn(mara)
    await react(juno)
    await send()
    await react(tobi)
    await send()
    const [first, second] = shownTo(browser)
    expect([first?.title, second?.title]).toEqual([
      'Juno reacted with 👍 to your activity on Hades',
      'Tobi and Juno reacted with 👍 to your activity on Hades',
    ])
    expect(first?.tag).toBe(second?.tag)
  })

  test('of several that wait is one', async () => {
    const browser = await turnOn(mara)
    await react(juno)
    await react(tobi)
    await send()
    expect(shownTo(browser).map(({ title }) => title)).toEqual([
      'Tobi and Juno reacted with 👍 to your activity on Hades',
    ])
    expect(await waiting()).toEqual([])
  })

  test('of a conversation is not that of another, and opens it', async () => {
    const browser = await turnOn(mara)
    await write(juno, mara, 'Hello')
    await write(tobi, mara, 'Hi')
    await write(juno, mara, 'Are you there?')
    await send()
    // They are sent at the same time.
    const ordered = shownTo(browser).toSorted(ascending(({ title }) => title))
    const shown = ordered.map(({ title, href, body }) => ({ title, href, body }))
    expect(shown).toEqual([
      { title: 'Juno wrote to you', href: `/messages?userId=${juno.user.id}`, body: undefined },
      { title: 'Tobi wrote to you', href: `/messages?userId=${tobi.user.id}`, body: undefined },
    ])
  })

  test('shows the text of a message only if the member allows it', async () => {
    const browser = await turnOn(mara)
    await change(mara, { shows_messages: true })
    await write(juno, mara, 'x'.repeat(500))
    await send()
    expect(shownTo(browser)[0]?.body).toBe(`${'x'.repeat(239)}…`)
  })

  test('shows no text that its member wrote to somebody else, or that another member wrote', async () => {
    const browser = await turnOn(mara)
    await change(mara, { shows_messages: true })
    await write(juno, mara, 'For mara')
    await write(juno, tobi, 'For tobi')
    await write(tobi, mara, 'Of tobi')
    await send()
    const shown = shownTo(browser).map(({ title, body }) => `${title}: ${body}`)
    expect(shown.toSorted()).toEqual(['Juno wrote to you: For mara', 'Tobi wrote to you: Of tobi'])
  })

  test('does not come for what was read, withdrawn, or switched off', async () => {
    await turnOn(mara)
    await change(mara, { push: { new_follower: false } })
    await juno.post('/api/followers', { following_id: mara.user.id })
    expect(await waiting()).toEqual([])
    await react(juno)
    await mara.post('/api/notifications/read', {})
    await ask(tobi, mara)
    await tobi.delete(`/api/friends/${mara.user.id}`)
    await send()
    expect(world.service.received).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('waits for the end of the quiet hours, and is then sent', async () => {
    const browser = await turnOn(mara)
    await change(mara, { quiet: { from: '11:00', until: '13:00' } })
    await ask(juno, mara)
    await send()
    expect(world.service.received).toEqual([])
    expect(await waiting()).toEqual([{ attempts: 0, next_attempt_at: new Date('2026-03-01T13:00Z'), is_short: false }])
    pass(60 * minute)
    await send()
    expect(shownTo(browser)).toHaveLength(1)
  })

  test('reaches every browser of the member, and none of another', async () => {
    const browsers = [await turnOn(mara, '/laptop'), await turnOn(mara, '/phone')]
    const other = await turnOn(tobi, '/tobi')
    await ask(juno, mara)
    await send()
    expect(browsers.map((browser) => shownTo(browser).length)).toEqual([1, 1])
    expect(shownTo(other)).toEqual([])
  })

  test('to a member who was disabled is not sent', async () => {
    await turnOn(mara)
    await ask(juno, mara)
    await app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', mara.user.id).execute()
    await send()
    expect(world.service.received).toEqual([])
    pass(3 * 24 * 60 * minute)
    await app.run('prune-pushes')
    expect(await waiting()).toEqual([])
  })
})

describe('a push service', () => {
  test.each([400, 403, 404, 410])('that answers %i ends its browser, and holds up no other', async (status) => {
    world.service.answers.set('/gone', { status })
    await turnOn(mara, '/gone')
    const other = await turnOn(mara, '/here')
    await ask(juno, mara)
    await send()
    expect(await endpointsOf()).toEqual([other.endpoint])
    expect(shownTo(other)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  test('that finds it too long gets it without text and buttons, once', async () => {
    world.service.answers.set('/mara', { status: 413 })
    const browser = await turnOn(mara)
    await change(mara, { shows_messages: true })
    await write(juno, mara, 'A long text')
    await send()
    expect(shownTo(browser).map(({ body }) => body)).toEqual(['A long text', undefined])
    expect([await waiting(), await endpointsOf()]).toEqual([[], [browser.endpoint]])
  })

  test('that asks to wait gets nothing until then', async () => {
    world.service.answers.set('/mara', { status: 429, headers: { 'retry-after': '600' } })
    const browser = await turnOn(mara)
    await ask(juno, mara)
    await send()
    await ask(tobi, mara)
    await send()
    world.service.answers.clear()
    pass(9 * minute)
    await send()
    expect(shownTo(browser)).toHaveLength(2)
    pass(2 * minute)
    await send()
    expect(shownTo(browser)).toHaveLength(4)
  })

  test('that does not answer holds up no push that is written meanwhile', async () => {
    world.service.answers.set('/hangs', 'hang')
    await turnOn(mara, '/hangs')
    const other = await turnOn(tobi, '/tobi')
    await ask(juno, mara)
    const sending = send()
    await expect.poll(() => world.service.received.map(({ path }) => path)).toEqual(['/hangs'])
    await ask(juno, tobi)
    await expect.poll(() => shownTo(other).length, { timeout: 5000 }).toBe(1)
    world.service.hangUp()
    await sending
  })

  test('that does not answer holds up no other browser of its member', async () => {
    world.service.answers.set('/hangs', 'hang')
    await turnOn(mara, '/hangs')
    const other = await turnOn(mara, '/mara')
    await ask(juno, mara)
    const sending = send()
    await expect.poll(() => shownTo(other).length).toBe(1)
    await ask(tobi, mara)
    for (const [at, from] of [juno, tobi, juno, tobi].entries()) {
      await write(from, mara, `Message ${at}`)
      await expect.poll(() => shownTo(other).length, { timeout: 5000 }).toBeGreaterThan(at + 1)
    }
    expect(world.service.received.filter(({ path }) => path === '/hangs')).toHaveLength(1)
    world.service.answers.clear()
    world.service.hangUp()
    await sending
  })

  test('that leads elsewhere is not followed, and is asked again later', async () => {
    world.service.answers.set('/mara', { status: 307, headers: { location: `${world.service.origin}/private` } })
    const browser = await turnOn(mara)
    await ask(juno, mara)
    await send()
    expect(world.service.received.map(({ path }) => path)).toEqual(['/mara'])
    world.service.answers.clear()
    pass(minute)
    await send()
    expect(shownTo(browser)).toHaveLength(2)
  })

  test('that fails for a day has lost the browser', async () => {
    world.service.answers.set('/mara', { status: 500 })
    await turnOn(mara)
    await ask(juno, mara)
    for (let at = 0; at < 7; at++) {
      await send()
      pass(16 * 60 * minute)
    }
    expect(world.service.received).toHaveLength(7)
    expect(await endpointsOf()).toEqual([])
  })

  test('of a browser whose key is no point of the curve loses it, and holds up no other', async () => {
    const broken = `B${'A'.repeat(86)}`
    await turnOn(mara, '/broken')
    await app.db.updateTable('push_subscriptions').set({ p256dh: broken }).execute()
    const other = await turnOn(mara, '/here')
    await ask(juno, mara)
    await send()
    expect(shownTo(other)).toHaveLength(1)
    expect(await endpointsOf()).toEqual([other.endpoint])
  })

  test('whose name leads to a private network is not called', async () => {
    await turnOn(mara, '/inside', 'https://localhost.localdomain.example')
    await app.db.updateTable('push_subscriptions').set({ endpoint: 'https://localhost/inside' }).execute()
    await ask(juno, mara)
    await send()
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
  })
})

describe('how notifications are delivered', () => {
  test('is changed by parts, and the other settings stay', async () => {
    const before = await mara.get('/api/notifications/switches')
    await change(mara, { push: { like: false } })
    await change(mara, { push: { comment: false }, quiet: { from: '22:00', until: '07:30' } })
    const { body } = await mara.get('/api/notifications/delivery')
    expect(body.delivery).toMatchObject({
      push: { like: false, comment: false, message: true },
      quiet: { from: '22:00', until: '07:30' },
      shows_messages: false,
    })
    expect((await mara.get('/api/notifications/switches')).body).toEqual(before.body)
    expect((await change(mara, { quiet: null })).body.delivery.quiet).toBeNull()
    expect((await juno.get('/api/notifications/delivery')).body.delivery.push.like).toBe(true)
  })

  test.each([
    { quiet: { from: '24:00', until: '07:00' } },
    { quiet: { from: '22:00' } },
    { push: { like: 'no' } },
    { shows_messages: 1 },
  ])('is refused if damaged: %o', async (body) => {
    expect((await change(mara, body)).status).toBe(400)
  })
})
