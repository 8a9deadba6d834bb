// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { SettingsProfile } from './settings-profile.tsx'

const begun = {
  ...{ id: VIEWER.id, email: VIEWER.email, username: 'ann', username_free_at: null, hold: null, display_name: 'Ann' },
  ...{ bio: 'Old.', location: null, website: null, avatar_url: null, settings: {} },
}
const server = fakeServer()

test('a save sends only what was changed here, and shows what another device has changed', async () => {
  server.answers['GET /api/profiles/me'] = () => json(200, { profile: begun })
  server.answers['PATCH /api/profiles/me'] = ({ body }) =>
    json(200, { profile: { ...begun, bio: 'Written on another device.', ...body } })
  const { user } = showPage(<SettingsProfile />)
  await user.type(await screen.findByLabelText('Location'), 'Lisbon')
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await waitFor(() => expect(lastToast()?.title).toBe('Profile saved'))
  expect(server.bodies('PATCH /api/profiles/me')).toEqual([{ location: 'Lisbon' }])
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Bio/).value).toBe('Written on another device.')
})

test('the document contains the saved values, for a browser that waits for the code', async () => {
  server.answers['GET /api/profiles/me'] = () => json(200, { profile: begun })
  showPage(<SettingsProfile />)
  expect((await screen.findByLabelText('Display name')).getAttribute('value')).toBe('Ann')
  expect(screen.getByLabelText('Username').getAttribute('value')).toBe('ann')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Bio/).defaultValue).toBe('Old.')
})

test('discarded changes lead back to the first field', async () => {
  server.answers['GET /api/profiles/me'] = () => json(200, { profile: begun })
  const { user } = showPage(<SettingsProfile />)
  await user.type(await screen.findByLabelText('Location'), 'Lisbon')
  const discard = screen.getByRole('button', { name: 'Discard changes' })
  discard.focus()
  await user.keyboard('{Enter}')
  expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('')
  expect(document.activeElement).toBe(screen.getByLabelText('Display name'))
})
