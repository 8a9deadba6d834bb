// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { SiteFinding } from '../admin-health.contract.ts'
import { AdminHealth } from './admin-health.tsx'

const HEALTH = 'GET /api/admin/health'
const MAIL = 'POST /api/admin/health/mail'
const { answers, sent } = fakeServer()

const finding = (state: SiteFinding['state'], label: string, todo: string | null = null): SiteFinding => ({
  check: label.toLowerCase(),
  label,
  state,
  sentence: `${label} is ${state}.`,
  todo,
})
const found = (...findings: SiteFinding[]) => json(200, { findings, outside: [{ check: 'mail', label: 'Mail' }] })

test('what is wrong stands first with what to do, and what is well is one line', async () => {
  answers[HEALTH] = () =>
    found(finding('failing', 'Disk', 'Make room.'), finding('warning', 'Backups', 'Make one.'), finding('ok', 'Clock'))
  showPage(<AdminHealth />)
  const rows = within(await screen.findByRole('list', { name: 'What to do' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Failing: Disk. Disk is failing.Make room.',
    'Look at this: Backups. Backups is warning.Make one.',
  ])
  expect(screen.getByText('What is well: 1 check')).toBeTruthy()
})

test('a site without anything to do says so', async () => {
  answers[HEALTH] = () => found(finding('ok', 'Clock'))
  showPage(<AdminHealth />)
  expect(await screen.findByText('Everything is well.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'What to do' })).toBeNull()
})

test('a check that sends something runs at a press, and shows what it found', async () => {
  answers[HEALTH] = () => found()
  answers[MAIL] = () => json(200, { findings: [finding('failing', 'Mail', 'Correct SMTP_URL.')] })
  showPage(<AdminHealth />)
  const button = await screen.findByRole('button', { name: 'Run: Mail' })
  expect(sent(MAIL)).toHaveLength(0)
  fireEvent.click(button)
  expect(await screen.findByText('Correct SMTP_URL.')).toBeTruthy()
})
