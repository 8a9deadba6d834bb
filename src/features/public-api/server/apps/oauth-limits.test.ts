import { expect, test } from 'vitest'
import { TOO_MANY_ATTEMPTS } from '#shared/sentences.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// Programs read what the addresses of apps answer, refusals of the server too (RFC 6749, 5.2).

const app = useTestApp({ RATE_LIMITS: 'on' })

test('a form that is too large is refused in JSON', async () => {
  const server = await app.listen()
  const body = new URLSearchParams({ code: 'x'.repeat(20_000) })
  const response = await fetch(`${server}/oauth/token`, { method: 'POST', body })
  expect([response.status, await response.json()]).toEqual([
    413,
    { error: 'invalid_request', error_description: expect.any(String) },
  ])
})

test.each(['/oauth/token', '/oauth/revoke'])('%s answers in JSON when a budget is exhausted', async (path) => {
  const url = (await app.listen()) + path
  const send = () => fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'none' }) })
  let response = await send()
  for (let sent = 1; sent <= 130 && response.status !== 429; sent += 1) response = await send()
  expect(response.status).toBe(429)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toEqual({ error: 'temporarily_unavailable', error_description: TOO_MANY_ATTEMPTS })
})
