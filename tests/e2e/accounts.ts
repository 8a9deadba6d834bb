import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, freshName } from './browser.ts'

export const PASSWORD = 'Correct-horse-9'

/** A member who has just signed up over the API, and is signed in. */
export async function newMember(context: BrowserContext, username = freshName()): Promise<string> {
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request.post('/api/auth/signup', {
    data: { username, email: `${username}@example.org`, displayName: `Person ${username}`, password: PASSWORD },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(answer.status()).toBe(201)
  return username
}

/** Somebody whom the operator has made an admin on the command line, beside the running app. */
export async function newAdmin(context: BrowserContext): Promise<void> {
  const username = await newMember(context)
  execFileSync(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/admin.ts'), 'grant', `${username}@example.org`],
    {
      env: {
        ...process.env,
        BASE_URL: '',
        DATABASE_URL: '',
        DATA_DIR: join(process.env.E2E_DATA_DIR as string, 'demo'),
      },
    },
  )
}
