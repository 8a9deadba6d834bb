import { expect, test } from 'vitest'
import { PASSWORD, signUp } from './support/members.ts'
import { follow, newestLink } from './support/outbox-mails.ts'
import { type Client, useTestApp } from './support/test-app.ts'

// An attacker who plants a cookie in another browser gains nothing when its owner signs in. (Through a provider:
// social.test.ts.)

const world = useTestApp()
const confirming = useTestApp({ REQUIRE_EMAIL_CONFIRMATION: 'on' })
const COOKIE = 'savepoint.session_token'
const draft = (name: string) => ({
  username: name,
  email: `${name}@example.org`,
  displayName: name,
  password: PASSWORD,
})

const WAYS: Record<string, (victim: Client, name: string) => Promise<unknown>> = {
  'signing in': async (victim, name) => {
    await signUp(world, { username: name })
    return victim.post('/api/auth/signin', { email: `${name}@example.org`, password: PASSWORD })
  },
  'signing up': (victim, name) => victim.post('/api/auth/signup', draft(name)),
  'a reset link': async (victim, name) => {
    const { user } = await signUp(world, { username: name })
    await world.visitor().post('/api/auth/forgot-password', { email: user.email })
    await follow(victim, await newestLink(world, user.email))
    return victim.post('/api/auth/update-password', { password: 'Another-horse-8' })
  },
  'a confirmation link': async (victim, name) => {
    await confirming.visitor().post('/api/auth/signup', draft(name))
    return follow(victim, await newestLink(confirming, `${name}@example.org`))
  },
}

test.each(Object.entries(WAYS))('%s opens a new session, whatever cookie was there before', async (way, enter) => {
  const app = way === 'a confirmation link' ? confirming : world
  const attacker = app.visitor()
  // One planted cookie is a session of the attacker's, the other one is not a valid session.
  const mallory = `mallory-${Object.keys(WAYS).indexOf(way)}`
  await attacker.post('/api/auth/signup', draft(mallory))
  if (app === confirming) await follow(attacker, await newestLink(app, `${mallory}@example.org`))
  const own = attacker.cookies.get(COOKIE) as string
  expect(own).toBeDefined()
  for (const [at, planted] of [own, 'planted', `${'a'.repeat(32)}.${'b'.repeat(44)}`].entries()) {
    const name = `victim-${Object.keys(WAYS).indexOf(way)}${at}`
    const victim = app.visitor()
    victim.cookies.set(COOKIE, planted)
    await enter(victim, name)
    expect((await victim.get('/api/auth/session')).body.user?.username).toBe(name)
    expect(victim.cookies.get(COOKIE)).not.toBe(planted)
    const holder = app.visitor()
    holder.cookies.set(COOKIE, planted)
    expect((await holder.get('/api/auth/session')).body.user?.username).not.toBe(name)
  }
})
