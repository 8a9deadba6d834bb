// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { AppQuestion } from '../apps.contract.ts'
import { OWN_APP_TEXTS } from '../apps.texts.ts'
import { SCOPE_TEXTS } from '../tokens.texts.ts'
import { AppConsent } from './app-consent.tsx'

const QUESTION: AppQuestion = {
  signed: 'client_id=abc&sig=x',
  name: 'Deck',
  made_by: 'sol',
  redirect_uri: 'https://deck.example.org/back',
  scopes: ['read:library', 'write:library'],
  is_lasting: true,
}
const BACK = 'https://deck.example.org/back?code=1&state=2'

const server = fakeServer()
function show(more: Partial<AppQuestion> = {}) {
  const left: string[] = []
  const page = showPage(
    <AppConsent question={{ ...QUESTION, ...more }} username="mara" leave={(url) => void left.push(url)} />,
  )
  return { ...page, left }
}

test('the page says who asks, for what, for how long, and where the answer goes', () => {
  show()
  expect(screen.getByRole('heading', { name: 'Deck asks for access' })).toBeTruthy()
  expect(screen.getByText(/Made by the member @sol, not by this site/)).toBeTruthy()
  expect(screen.getByText('@mara')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Read the library${SCOPE_TEXTS['read:library']}`,
    `Change the library${SCOPE_TEXTS['write:library']}`,
  ])
  expect(screen.getByText('deck.example.org')).toBeTruthy()
  expect(screen.getByText(/until you revoke it/)).toBeTruthy()
})

test.each([
  ['Allow', true],
  ['Deny', false],
] as const)('%s sends the decision by the keyboard, once, and leaves for the app', async (name, allow) => {
  server.answers['POST /api/apps/request'] = () => json(200, { url: BACK })
  const { user, left } = show({ is_lasting: false })
  expect(screen.getByText(/for an hour/)).toBeTruthy()
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(left).toEqual([BACK]))
  expect(server.bodies('POST /api/apps/request')).toEqual([{ signed: QUESTION.signed, allow }])
})

test('a request that is too old says so, and stays here', async () => {
  server.answers['POST /api/apps/request'] = () => declined(400, OWN_APP_TEXTS.requestOver, 'app_request_over')
  const { user, left } = show()
  await user.click(screen.getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain(OWN_APP_TEXTS.requestOver))
  expect(left).toEqual([])
})
