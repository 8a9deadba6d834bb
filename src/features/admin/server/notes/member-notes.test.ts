import { expect, test } from 'vitest'
import { useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara' })
const root = useMember(app, { username: 'root', becomeAdmin: true })
const NOBODY = '01900000-0000-7000-8000-000000000000'
const pathOf = (id: string = mara.user.id) => `/api/admin/users/${id}/notes`

test('admins alone write, read and delete notes about a member; the audit log has no words of them', async () => {
  const { status, body } = await root.post(pathOf(), { note: '  Asked twice about spam.  ' })
  expect([status, body.note]).toMatchObject([201, { note: 'Asked twice about spam.', by: 'root' }])
  expect((await root.get(pathOf())).body.notes).toEqual([body.note])
  for (const [who, expected] of [
    [app.visitor(), 401],
    [mara, 403],
  ] as const) {
    expect((await who.get(pathOf())).status).toBe(expected)
    expect((await who.post(pathOf(), { note: 'Mine' })).status).toBe(expected)
    expect((await who.delete(`${pathOf()}/${body.note.id}`)).status).toBe(expected)
  }
  expect((await root.delete(`${pathOf(root.user.id)}/${body.note.id}`)).status).toBe(404)
  expect((await root.delete(`${pathOf()}/${body.note.id}`)).status).toBe(204)
  expect((await root.delete(`${pathOf()}/${body.note.id}`)).status).toBe(404)
  expect((await root.get(pathOf())).body.notes).toEqual([])
  const entries = await app.db.selectFrom('audit_log').select(['action', 'data']).orderBy('id').execute()
  expect(entries.map(({ action }) => action)).toEqual(['add_note', 'delete_note'])
  expect(JSON.stringify(entries)).not.toContain('spam')
})

test.each([[''], ['   '], ['a'.repeat(1001)], [7]])('refuses the note %j at its field', async (note) => {
  const answer = await root.post(pathOf(), { note })
  expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['note']])
})

test('is refused about nobody, is in no export of the member, and goes with the account', async () => {
  expect((await root.post(pathOf(NOBODY), { note: 'Nobody' })).status).toBe(404)
  expect((await root.get(pathOf(NOBODY))).status).toBe(404)
  await root.post(pathOf(), { note: 'Kept in confidence' })
  expect(JSON.stringify((await mara.get('/api/user/export')).body)).not.toContain('Kept in confidence')
  await app.db.deleteFrom('user').where('id', '=', mara.user.id).execute()
  expect(await app.db.selectFrom('member_notes').selectAll().execute()).toEqual([])
})
