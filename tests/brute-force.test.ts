import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// Guessing is slow for each account and place (G56), and nobody can lock the owner out.

const world = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
const HOME = '192.0.2.1'
const ATTACKER = '198.51.100.7'

beforeEach(() => world.db.deleteFrom('rate_limits').execute())

const attempt = (email: string, password: string, from: string) =>
  world.visitor().post('/api/auth/signin', { email, password }, { 'x-forwarded-for': from })
/** As if so much time had passed for the counts. */
async function wait(seconds: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    update rate_limits set expire = expire - ${seconds * 1000} returning key`.execute(world.db)
  expect(rows.length).toBeGreaterThan(0)
}

test('five wrong guesses hold up the place they come from, not the owner at home', async () => {
  const { user } = await signUp(world)
  for (let guess = 0; guess < 5; guess += 1)
    expect((await attempt(user.email, `Wrong-horse-${guess}`, ATTACKER)).status).toBe(401)
  expect((await attempt(user.email, PASSWORD, ATTACKER)).status).toBe(429)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(200)
  // The owner's success forgives nobody else.
  expect((await attempt(user.email, PASSWORD, ATTACKER)).status).toBe(429)
})

test('an attacker who claims to be elsewhere is still where the proxy says', async () => {
  const { user } = await signUp(world)
  const answers: number[] = []
  for (let guess = 0; guess < 6; guess += 1)
    answers.push((await attempt(user.email, `Wrong-horse-${guess}`, `203.0.113.${guess}, ${ATTACKER}`)).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
})

test('a place that was held up may try again after a quarter of an hour', async () => {
  const { user } = await signUp(world)
  for (let guess = 0; guess < 6; guess += 1) await attempt(user.email, `Wrong-horse-${guess}`, HOME)
  await wait(14 * 60)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(429)
  await wait(61)
  expect((await attempt(user.email, PASSWORD, HOME)).status).toBe(200)
})

test('one place cannot go through many accounts', { timeout: 180_000 }, async () => {
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1)
    statuses.push((await attempt(`somebody-${at}@example.org`, 'Wrong-horse-7', ATTACKER)).status)
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401))
  expect(statuses[30]).toBe(429)
})

test('whoever has found an open browser has five guesses at the password, wherever it is asked for', async () => {
  const member = await signUp(world)
  const ways = [
    () => member.post('/api/auth/update-password', { password: 'Another-horse-8', current_password: 'Wrong-horse-7' }),
    () => member.post('/api/auth/change-email', { email: 'mine@example.org', password: 'Wrong-horse-7' }),
    () => member.delete('/api/user/account', { username: member.user.username, password: 'Wrong-horse-7' }),
  ]
  for (let guess = 0; guess < 5; guess += 1) expect((await ways[guess % 3]?.())?.status).toBe(401)
  for (const way of ways) expect((await way()).status).toBe(429)
  // The owner can still sign in, and ends that session.
  expect((await attempt(member.user.email, PASSWORD, HOME)).status).toBe(200)
})
