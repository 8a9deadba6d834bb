import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'

/** Pages by path; a page that is missing answers 404. */
interface FakePage {
  status?: number
  headers?: Record<string, string>
  html?: string
  /** Runs before the page answers. */
  before?: () => Promise<unknown>
}
const pages = new Map<string, FakePage>()
const asked: string[] = []
const server = createServer(async (request, response) => {
  asked.push(request.url ?? '')
  const { status = 200, headers = {}, html = '', before } = pages.get(request.url ?? '') ?? { status: 404 }
  await before?.()
  response.writeHead(status, headers).end(html)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.close()
})

let mayConnect = true
const world = useTestApp({}, { mayFetchPicture: () => mayConnect })
const ME = '/api/profiles/me'

async function linksOf(member: Client & { user: { id: string } }) {
  return (await world.visitor().get(`/api/profiles/${member.user.id}`)).body.profile.links as {
    address: string
    is_verified: boolean
  }[]
}

/** Sets the links of a new member, whose page is made for them, and returns which are verified. */
async function verifiedOf(path: string, page: (profile: string) => FakePage) {
  const ann = await signUp(world)
  pages.set(path, page(`${ORIGIN}/profile/${ann.user.username}`))
  expect((await ann.patch(ME, { website: HOST + path })).status).toBe(200)
  await world.work()
  return (await linksOf(ann)).map(({ is_verified }) => is_verified)
}

describe('the texts and links of a profile', () => {
  test('are stored as they were typed, with a scheme, each address once', async () => {
    const ann = await signUp(world)
    const answer = await ann.patch(ME, {
      pronouns: ' she/her ',
      pinned_line: 'Looking for a third in Deep Rock.',
      website: 'ann.example.org',
      more_links: 'social.example/@ann\r\n\n https://video.example/ann \nsocial.example/@ann',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.profile).toMatchObject({
      pronouns: 'she/her',
      pinned_line: 'Looking for a third in Deep Rock.',
      more_links: 'https://social.example/@ann\nhttps://video.example/ann',
    })
    const seen = (await world.visitor().get(`/api/profiles/${ann.user.id}`)).body.profile
    expect(seen).toMatchObject({ pronouns: 'she/her', pinned_line: 'Looking for a third in Deep Rock.' })
    expect(seen.links.map(({ address }: { address: string }) => address)).toEqual([
      'https://ann.example.org',
      'https://social.example/@ann',
      'https://video.example/ann',
    ])
  })

  test.each([
    [
      'five addresses',
      { more_links: 'a.example\nb.example\nc.example\nd.example\ne.example' },
      'At most four addresses, one on each line',
    ],
    ['a script', { more_links: 'a.example\njavascript:alert(1)' }, 'This is not a web address: javascript:alert(1)'],
    ['a second line', { pinned_line: 'one\ntwo' }, 'This must be one line without hidden characters'],
    ['an override of the direction', { pronouns: 'she\u202Eher' }, 'This must be one line without hidden characters'],
    ['a long line', { pinned_line: 'x'.repeat(121) }, 'Pinned line must be 120 characters or less'],
  ])('refuse %s', async (_what, draft, sentence) => {
    const ann = await signUp(world)
    const answer = await ann.patch(ME, draft)
    expect(answer.status).toBe(400)
    expect(Object.values(answer.body.details)).toEqual([sentence])
  })
})

describe('a link is verified', () => {
  test('when its page names the profile as its owner’s', async () => {
    expect(
      await verifiedOf('/a', (profile) => ({ html: `<p>Me: <a rel="nofollow me" href="${profile}/">x</a>` })),
    ).toEqual([true])
    expect(
      await verifiedOf('/b', (profile) => ({
        html: `<head><LINK REL=ME href='${profile.toUpperCase().replace(/^.*\/PROFILE/, `${ORIGIN}/profile`)}'>`,
      })),
    ).toEqual([true])
  })

  test('not when it only links to it, names another, is missing, too large or private', async () => {
    expect(await verifiedOf('/c', (profile) => ({ html: `<a href="${profile}">x</a>` }))).toEqual([false])
    expect(await verifiedOf('/d', (profile) => ({ html: `<a rel="me" href="${profile}er">x</a>` }))).toEqual([false])
    expect(await verifiedOf('/e', (profile) => ({ html: `<!-- <a rel="me" href="${profile}">x</a> -->` }))).toEqual([
      false,
    ])
    expect(await verifiedOf('/f', () => ({ status: 404 }))).toEqual([false])
    expect(
      await verifiedOf('/g', (profile) => ({ html: `${' '.repeat(1024 * 1024)}<a rel="me" href="${profile}">` })),
    ).toEqual([false])
    mayConnect = false
    expect(await verifiedOf('/h', (profile) => ({ html: `<a rel="me" href="${profile}">x</a>` }))).toEqual([false])
    mayConnect = true
  })

  test('not by a redirect to another host, which any open redirect would give', async () => {
    const elsewhere = `http://localhost:${new URL(HOST).port}`
    expect(
      await verifiedOf('/i', (profile) => {
        pages.set('/own', { html: `<a rel="me" href="${profile}">x</a>` })
        return { status: 302, headers: { location: `${elsewhere}/own` } }
      }),
    ).toEqual([false])
    expect(
      await verifiedOf('/j', (profile) => {
        pages.set('/own', { html: `<a rel="me" href="${profile}">x</a>` })
        return { status: 301, headers: { location: '/own' } }
      }),
    ).toEqual([true])
  })

  test('until its page stops to name the profile, which is noticed within a month', async () => {
    const ann = await signUp(world)
    pages.set('/k', { html: `<a rel="me" href="${ORIGIN}/profile/${ann.user.username}">x</a>` })
    await ann.patch(ME, { more_links: `${HOST}/k` })
    await world.work()
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/k`, is_verified: true }])
    pages.delete('/k')
    const check = async () => {
      world.queue.push({ name: 'check-profile-links', data: {} })
      await world.work()
    }
    await check()
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/k`, is_verified: true }])
    world.time.now = new Date(world.time.now.getTime() + 31 * 24 * 3600 * 1000)
    await check()
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/k`, is_verified: false }])
  })
})

describe('the links of a member are looked at once a minute', () => {
  const saves = (member: Awaited<ReturnType<typeof signUp>>, path: string) => member.patch(ME, { website: HOST + path })
  beforeEach(() => {
    world.time.now = new Date()
  })
  const later = (seconds: number) => {
    world.time.now = new Date(world.time.now.getTime() + seconds * 1000)
  }

  test('and those saved within the minute after it', async () => {
    const ann = await signUp(world)
    const html = `<a rel="me" href="${ORIGIN}/profile/${ann.user.username}">x</a>`
    for (const path of ['/l', '/m', '/n']) pages.set(path, { html })
    asked.length = 0
    await saves(ann, '/l')
    await world.work()
    later(10)
    await saves(ann, '/m')
    await world.work()
    later(10)
    await saves(ann, '/n')
    await world.work()
    expect(asked).toEqual(['/l'])
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/n`, is_verified: false }])
    later(41)
    await world.work()
    expect(asked).toEqual(['/l', '/n'])
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/n`, is_verified: true }])
    later(61)
    await world.work()
    expect(asked).toEqual(['/l', '/n'])
  })

  test('each member by itself', async () => {
    const [ann, bob] = [await signUp(world), await signUp(world)]
    asked.length = 0
    await saves(ann, '/o')
    await saves(bob, '/p')
    await world.work()
    expect(asked).toEqual(['/o', '/p'])
  })

  test('and again at night if they were changed while their pages were read', async () => {
    const ann = await signUp(world)
    const html = `<a rel="me" href="${ORIGIN}/profile/${ann.user.username}">x</a>`
    const changed = { website: `${HOST}/r` }
    const before = () => world.db.updateTable('profiles').set(changed).where('id', '=', ann.user.id).execute()
    pages.set('/q', { html, before })
    pages.set('/r', { html })
    await saves(ann, '/q')
    await world.work()
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/r`, is_verified: false }])
    await world.run('check-profile-links')
    expect(await linksOf(ann)).toEqual([{ address: `${HOST}/r`, is_verified: true }])
  })
})
