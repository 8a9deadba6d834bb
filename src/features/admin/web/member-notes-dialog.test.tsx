// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { AdminUser } from '../admin.contract.ts'
import { MemberNotesDialog } from './member-notes-dialog.tsx'

const SOL = '01900000-0000-7000-8000-0000000000aa' as UserId
const NOTE = '01900000-0000-7000-8000-00000000000a'
const NOTES = `/api/admin/users/${SOL}/notes`
const { answers, sent, bodies } = fakeServer()

const note = (more: object = {}) => ({
  id: NOTE,
  note: 'Asked twice to stop',
  by: 'ann',
  created_at: '2026-11-20T10:00:00.000Z',
  ...more,
})
const list = (...notes: object[]) => json(200, { notes })
async function open() {
  const onClose = vi.fn()
  const user = { id: SOL, username: 'sol', display_name: 'Sol' } as AdminUser
  const shown = showPage(<MemberNotesDialog user={user} onClose={onClose} />)
  return { ...shown, onClose, dialog: within(await screen.findByRole('dialog', { name: 'Notes about Sol' })) }
}
const field = (dialog: ReturnType<typeof within>) =>
  dialog.getByRole('textbox', { name: 'A new note' }) as HTMLTextAreaElement

test('shows the notes with who wrote them, and deletes one', async () => {
  answers[`GET ${NOTES}`] = () => list(note(), note({ id: `${NOTE.slice(0, -1)}b`, note: 'Older', by: null }))
  const { dialog, user } = await open()
  const rows = within(await dialog.findByRole('list', { name: 'Notes' }))
  expect((await rows.findByText('Asked twice to stop')).parentElement?.textContent).toContain('@ann · ')
  expect(rows.getByText('Older').parentElement?.textContent).not.toContain('@')
  answers[`DELETE ${NOTES}/${NOTE}`] = () => new Response(null, { status: 204 })
  answers[`GET ${NOTES}`] = () => list()
  await user.click(rows.getAllByRole('button', { name: 'Delete this note' })[0] as HTMLElement)
  expect(await dialog.findByText('No notes yet.')).toBeDefined()
  expect(sent(`DELETE ${NOTES}/${NOTE}`)).toHaveLength(1)
  expect(lastToast()?.title).toBe('Note deleted')
})

test('adds a note, and empties the field', async () => {
  answers[`GET ${NOTES}`] = () => list()
  const { dialog, user, onClose } = await open()
  await dialog.findByText('No notes yet.')
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  expect(await dialog.findByText('Write something')).toBeDefined()
  expect(sent(`POST ${NOTES}`)).toEqual([])
  answers[`POST ${NOTES}`] = () => json(201, { note: note() })
  answers[`GET ${NOTES}`] = () => list(note())
  await user.type(field(dialog), 'Asked twice to stop')
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(bodies(`POST ${NOTES}`)).toEqual([{ note: 'Asked twice to stop' }]))
  await waitFor(() => expect(field(dialog).value).toBe(''))
  expect(await dialog.findByText('Asked twice to stop')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('says when the notes could not be loaded, and keeps a note that was not stored', async () => {
  answers[`GET ${NOTES}`] = () => declined(400, 'Broken')
  const { dialog, user } = await open()
  expect((await dialog.findByRole('alert')).textContent).toContain('The notes could not be loaded.')
  answers[`POST ${NOTES}`] = () => declined(404, 'This member is deleted', 'not_found')
  await user.type(field(dialog), 'Spam')
  await user.click(dialog.getByRole('button', { name: 'Add note' }))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: 'Nothing was changed', description: 'This member is deleted' }),
  )
  expect(field(dialog).value).toBe('Spam')
})
