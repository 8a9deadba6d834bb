import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { newestLink } from '#tests/support/outbox-mails.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { FIELD_TEXTS } from '../../accounts.texts.ts'

const app = useTestApp()
const REFUSED = {
  code: 'weak_password',
  error: FIELD_TEXTS.passwordCommon,
  details: { password: FIELD_TEXTS.passwordCommon },
}
const COMMON = ['Password1', 'P@ssw0rd', 'Qwerty123', 'Password123!', 'Iloveyou1']

test.each(COMMON)('%s is refused at sign-up', async (password) => {
  const draft = { username: 'mara-7', email: 'mara7@example.org', displayName: 'Mara', password }
  expect((await app.visitor().post('/api/auth/signup', draft)).body).toMatchObject(REFUSED)
})

test('a common password is refused at a change and at a reset', async () => {
  const mara = await signUp(app)
  const change = { password: 'Password1', current_password: PASSWORD }
  expect((await mara.post('/api/auth/update-password', change)).body).toMatchObject(REFUSED)
  const browser = app.visitor()
  await browser.post('/api/auth/forgot-password', { email: mara.user.email })
  await browser.get(await newestLink(app, mara.user.email))
  expect((await browser.post('/api/auth/update-password', { password: 'Password1' })).body).toMatchObject(REFUSED)
  expect((await browser.post('/api/auth/update-password', { password: 'Another-horse-8' })).status).toBe(200)
})

test('no browser gets the list: one file of the server imports it', () => {
  const importing = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /(?:from |import\()'@zxcvbn/.test(readFileSync(file, 'utf8')),
  )
  expect(importing).toEqual(['src/features/accounts/server/passwords/common-passwords.ts'])
})
