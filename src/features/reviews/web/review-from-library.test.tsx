// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { activityContributions } from '#features/activity/web/activity.contributions.ts'
import { GameRowMenu } from '#features/game-actions/web/game-row-menu.widgets.tsx'
import { KNIGHT, openLog, press, show, showPanel, writes } from '#tests/browser/library.tsx'
import { installContributions } from '#web/slots.tsx'
import { reviewsContributions } from './reviews.contributions.ts'

let restore: () => void
beforeEach(() => {
  restore = installContributions([...activityContributions, ...reviewsContributions])
})
afterEach(() => restore())

const form = () => screen.findByRole('dialog', { name: 'Review Hollow Knight' }, { timeout: 10_000 })

test('the menu of a game opens the form of its review [R-REV-28]', async () => {
  show(<GameRowMenu game={KNIGHT} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change Hollow Knight' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Write a review' }))
  expect(await form()).toBeTruthy()
})

test('the log dialog opens the form after it has saved', async () => {
  await showPanel({ status: 'playing', play_time: 2 })
  await openLog()
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Hours Played' }), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^Write a review/ }))
  await press('Save log')
  expect(await form()).toBeTruthy()
  expect(writes()).toHaveLength(1)
})

test('without a change the log dialog saves nothing and opens the form', async () => {
  await showPanel({ status: 'playing', play_time: 2 })
  await openLog()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save log' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /^Write a review/ }))
  await press('Save log')
  expect(await form()).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log Hollow Knight' })).toBeNull())
  expect(writes()).toEqual([])
})
