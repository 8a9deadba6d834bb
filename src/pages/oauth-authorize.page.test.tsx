// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { REQUEST_TEXTS } from '#features/public-api/apps.texts.ts'
import { AUTHORIZE_TEXTS } from '#features/public-api/oauth-authorize.texts.ts'
import { appRequestQuery } from '#features/public-api/web/apps.api.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { PageStatus } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { load, Page } from './oauth-authorize.page.tsx'

// The page of a request with a mistake. What the server says of a request: oauth-attacks.test.ts.
const BACK = 'https://deck.example.org/back?error=invalid_scope&state=1'
const MISTAKE = { question: null, back_to: BACK, problem: REQUEST_TEXTS.scope }
const server = fakeServer()

test('a request with a mistake leads nobody away at once', async () => {
  server.answers['GET /api/apps/request'] = () => json(200, MISTAKE)
  const client = createQueryClient()
  const url = new URL('https://here.example/oauth/authorize?scope=admin')
  expect(await load({ client, params: {}, url })).toEqual(new PageStatus(400))
  expect(client.getQueryData(appRequestQuery(url.search).queryKey)).toEqual(MISTAKE)
})

test('the member reads what is wrong and where the link back to the app leads', async () => {
  server.answers['GET /api/apps/request'] = () => json(200, MISTAKE)
  showPage(<Page />)
  expect(await screen.findByText(REQUEST_TEXTS.scope)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Return to deck.example.org' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([BACK, 'noreferrer'])
  expect(screen.getByRole('link', { name: AUTHORIZE_TEXTS.home })).toBeTruthy()
})

test('a request of an app that nobody knows has no link back', async () => {
  server.answers['GET /api/apps/request'] = () => json(200, { ...MISTAKE, back_to: null })
  showPage(<Page />)
  expect(await screen.findByText(REQUEST_TEXTS.scope)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Return/ })).toBeNull()
})
