import { expect, test } from 'vitest'
import { landingPath, safeTarget, withTarget } from '#features/accounts/accounts.rules.ts'
import { PASSWORD } from './support/members.ts'
import { follow, newestLink } from './support/outbox-mails.ts'
import { ORIGIN, useTestApp } from './support/test-app.ts'

// Every endpoint that takes a redirect target (G06). Providers: social.test.ts; the pages themselves:
// account-life.spec.ts.

const world = useTestApp({ REQUIRE_EMAIL_CONFIRMATION: 'on' })

const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '////evil.example/..',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'evil.example',
  '@evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/./\\evil.example',
  '/%2e%2e//evil.example',
  '/signin',
  '/signin?redirect=//evil.example',
  '/signup/',
  '?redirect=//evil.example',
  '#//evil.example',
  '',
]
/** These look odd but belong to this site: encoded characters are a part of the path. */
const ODD = [
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '/@evil.example',
  '/game/igdb_1?x=//evil.example',
  '/a:b@c',
]

const isHere = (target: string) => new URL(target, ORIGIN).origin === ORIGIN

test('a foreign target becomes the home page [R-SESS-13]', () => {
  const member = { username: 'ann', display_name: 'Ann', onboarded: true }
  for (const target of HOSTILE) {
    expect([target, safeTarget(target)]).toEqual([target, '/'])
    expect([target, landingPath(member, target)]).toEqual([target, '/'])
    expect([target, withTarget('/signin', target)]).toEqual([target, '/signin'])
    expect([target, landingPath({ ...member, onboarded: false }, target)]).toEqual([target, '/welcome?new=true'])
  }
})

test('a target on this site stays on it, whatever its characters', () => {
  for (const target of ODD) {
    expect([target, isHere(safeTarget(target))]).toEqual([target, true])
    expect(safeTarget(target)).not.toBe('/')
    // The target stays the same when it is checked twice, first by the sign-in and then by the form.
    expect(safeTarget(safeTarget(target))).toBe(safeTarget(target))
  }
})

test('neither a sign-up nor a resent confirmation leads away', async () => {
  for (const [at, redirect] of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a/b?c=d'].entries()) {
    const email = `redirect-${at}@example.org`
    const draft = { username: `redirect-${at}`, email, displayName: 'R', password: PASSWORD, redirect }
    expect((await world.visitor().post('/api/auth/signup', draft)).status).toBe(201)
    const first = await newestLink(world, email)
    await world.visitor().post('/api/auth/resend-confirmation', { email, redirect })
    for (const link of [first, await newestLink(world, email)]) {
      const location = (await follow(world.visitor(), link)).headers.get('location') as string
      const onward = new URL(location, ORIGIN).searchParams.get('redirect') ?? '/'
      expect([redirect, isHere(location), onward]).toEqual([redirect, true, safeTarget(redirect)])
    }
  }
})

test('a link in a mail has a target on this site', async () => {
  for (const redirect of [...HOSTILE, ...ODD]) {
    const { status } = await world.visitor().post('/api/auth/resend-confirmation', { email: 'a@example.org', redirect })
    // The server refuses a target that it cannot store.
    expect([redirect, status]).toEqual([redirect, redirect.includes('\0') ? 400 : 200])
    if (status === 200) expect(world.queue.pop()?.data).toMatchObject({ target: safeTarget(redirect) })
  }
})

test('parameters that are added to the links of mails lead nowhere', async () => {
  for (const extra of ['redirect', 'next', 'callbackURL', 'returnTo'])
    for (const type of ['signup', 'recovery', 'email-new', 'else']) {
      const path = `/auth/callback?type=${type}&code=x&${extra}=${encodeURIComponent('//evil.example')}`
      const location = (await world.visitor().get(path)).headers.get('location') as string
      expect(location).toMatch(/^\/(signin|reset-password|settings\/account)\?(error|email)=\w+$/)
    }
})
