// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { AdminBackups } from './admin-backups.tsx'

const LIST = 'GET /api/admin/backups'
const RUN = 'POST /api/admin/jobs/back-up/runs'
const NAME = 'savepoint-20261120T031500Z.backup'
const OPEN = `POST /api/admin/backups/${NAME}/downloads`
const { answers, sent } = fakeServer()

const state = (more: object = {}) =>
  json(200, {
    folder: '/mnt/backups',
    most: 7,
    problem: null,
    isRunning: false,
    backups: [{ name: NAME, started_at: '2026-11-20T03:15:00.000Z', bytes: 3_400_000 }],
    ...more,
  })

test('each backup has its age and size, and the page says how to restore it', async () => {
  answers[LIST] = () => state()
  showPage(<AdminBackups />)
  const row = within(await screen.findByRole('list', { name: 'Backups' })).getByRole('listitem')
  expect(row.textContent).toContain('3.4 MB')
  expect(row.textContent).toContain(NAME)
  expect(screen.getByText(new RegExp(`npm run restore ${NAME}`))).toBeTruthy()
})

test('one is made at a press, and the button waits for it', async () => {
  let isRunning = false
  answers[LIST] = () => state({ isRunning })
  answers[RUN] = () => {
    isRunning = true
    return json(202, { success: true })
  }
  showPage(<AdminBackups />)
  fireEvent.click(await screen.findByRole('button', { name: 'Make one now' }))
  expect(await screen.findByText('A backup is being made…')).toBeTruthy()
})

test('a download asks for the password, and says when it is wrong', async () => {
  answers[LIST] = () => state()
  answers['GET /api/auth/ways'] = () => json(200, { password: true, social: null })
  answers[OPEN] = () =>
    json(401, {
      error: 'The password is wrong',
      code: 'invalid_credentials',
      details: { password: 'The password is wrong' },
    })
  showPage(<AdminBackups />)
  fireEvent.click(await screen.findByRole('button', { name: `Download ${NAME}` }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'wrong' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(sent(OPEN).map(({ body }) => body)).toEqual([{ password: 'wrong' }]))
  expect(await dialog.findByText('The password is wrong')).toBeTruthy()
})

test('a site without BACKUP_DIR says how to set it', async () => {
  answers[LIST] = () => state({ folder: null, most: null, backups: [] })
  showPage(<AdminBackups />)
  expect(await screen.findByText(/Set BACKUP_DIR/)).toBeTruthy()
})
