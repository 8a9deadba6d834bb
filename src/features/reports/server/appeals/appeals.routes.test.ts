import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp, useMember } from '#tests/support/members.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { useReportsApp } from '#tests/support/reports-app.ts'

const { app, NOBODY, later, report, handle, auditLog, mara, juno, tobi, root, second, state } = useReportsApp()
const WHY = 'It was a quotation of a game.'
const moderator = useMember(app, { username: 'modesta' })

let activity: string
let comment: string
beforeEach(async () => {
  ;({ activity, comment } = state())
  await app.db.deleteFrom('appeals').execute()
  await app.db.deleteFrom('held_texts').execute()
})

const hide = async (id = comment, note = 'No advertising.') => {
  await report(tobi, 'comment', id)
  expect((await handle(root, 'comment', id, { action: 'hide', note })).status).toBe(200)
}
const appeal = (who: Pick<Member, 'post'> = juno, more: object = {}) =>
  who.post('/api/appeals', { type: 'comment', id: comment, text: WHY, ...more })
const own = async (who: Member = juno) => (await who.get('/api/appeals')).body.decisions
const waiting = async (who: Member = root) => (await who.get('/api/admin/appeals')).body.data
const answer = (who: Pick<Member, 'put'>, id: string, body: object = { decision: 'accept' }) =>
  who.put(`/api/admin/appeals/${id}`, body)
const first = async () => (await waiting())[0].id as string
const sentences = async (who: Member) =>
  (await who.get('/api/notifications')).body.data.map(({ sentence }: { sentence?: string }) => sentence)
const stored = () => app.db.selectFrom('appeals').selectAll().execute()
const actions = async () => (await auditLog()).map(({ action }) => action)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('an appeal against a hidden text', () => {
  test('waits with the decision, its reason and the text; the author reads that it waits, and cannot appeal twice', async () => {
    await hide()
    expect(await own()).toEqual([{ type: 'comment', id: comment, appeal: null }])
    later()
    const made = await appeal(juno, { id: comment.toUpperCase(), text: ` ${WHY} ` })
    const shown = { state: 'waiting', created_at: '2026-03-01T12:01:00.000Z', answer: null }
    expect([made.status, made.body]).toEqual([201, { appeal: shown }])
    expect(await own()).toEqual([{ type: 'comment', id: comment, appeal: shown }])
    expect(codeOf(await appeal())).toEqual([409, 'already_appealed'])
    expect(await waiting(root)).toMatchObject([
      {
        ...{ kind: 'hidden', type: 'comment', text: WHY, author: { username: 'juno' } },
        decision: { by: 'root', is_own: true, at: '2026-03-01T12:00:00.000Z', reason: 'No advertising.' },
        content: { text: 'Buy gold at gold.example', href: expect.stringMatching(/^\/activity\//) },
      },
    ])
    expect(await waiting(second)).toMatchObject([{ decision: { by: 'root', is_own: false } }])
    const { groups } = (await root.get('/api/admin/pages')).body
    expect(JSON.stringify(groups)).toContain('1 open report or appeal'.slice(2))
  })

  test('that is accepted shows the text to everybody again, tells the author, and is in the audit log', async () => {
    await hide()
    await appeal()
    expect((await answer(second, await first())).status).toBe(200)
    expect((await app.visitor().get(`/api/activities/${activity}/comments`)).body.total).toBe(1)
    expect((await sentences(juno))[0]).toMatch(/back\. Others see it again\. Your appeal was accepted\.$/)
    expect(await actions()).toEqual(['hide_content', 'put_back', 'accept_appeal'])
    expect(await stored()).toMatchObject([{ state: 'accepted', answered_by: second.user.id, answer: null }])
    expect([await own(), await waiting()]).toEqual([[], []])
  })

  test('that is declined needs a sentence, which the author reads', async () => {
    await hide()
    await appeal()
    const id = await first()
    for (const text of [undefined, ' ', 'No', 'x'.repeat(501)])
      expect((await answer(root, id, { decision: 'decline', answer: text })).status).toBe(400)
    expect((await answer(root, id, { decision: 'decline', answer: ' It is an advert. ' })).status).toBe(200)
    expect(await own()).toMatchObject([{ appeal: { state: 'declined', answer: 'It is an advert.' } }])
    expect((await sentences(juno))[0]).toMatch(/^Your appeal about your comment .* was declined: It is an advert\.$/)
    expect((await app.visitor().get(`/api/activities/${activity}/comments`)).body.total).toBe(0)
    expect(await actions()).toEqual(['hide_content', 'decline_appeal'])
    expect(codeOf(await appeal())).toEqual([409, 'already_appealed'])
    expect((await answer(second, id)).body).toMatchObject({
      ...{ code: 'already_answered', error: 'root has answered this appeal already.' },
    })
  })

  test('is refused for another member, for what nobody has hidden, without a reason, and for visitors', async () => {
    expect(codeOf(await appeal())).toEqual([409, 'nothing_to_appeal'])
    await hide()
    expect((await appeal(app.visitor())).status).toBe(401)
    for (const [who, more] of [
      [mara, {}],
      [root, {}],
      [juno, { id: NOBODY }],
      [juno, { type: 'review' }],
      [juno, { type: 'nonsense' }],
    ] as const)
      expect(codeOf(await appeal(who, more))).toEqual([409, 'nothing_to_appeal'])
    for (const text of ['', 'Too short', `${' '.repeat(20)}short`, 'x'.repeat(1001)])
      expect([(await appeal(juno, { text })).status, text.length]).toEqual([400, text.length])
    expect(await stored()).toEqual([])
  })

  test('is answered by those alone who handle the kind of text', async () => {
    await hide()
    await appeal()
    const id = await first()
    expect((await root.put(`/api/admin/users/${moderator.user.id}/role`, { role: 'moderator' })).status).toBe(200)
    expect((await moderator.get('/api/admin/appeals')).body.data).toEqual([])
    expect(codeOf(await answer(moderator, id))).toEqual([403, '42501'])
    expect((await answer(juno, id)).status).toBe(403)
    expect((await answer(app.visitor(), id)).status).toBe(401)
    expect((await juno.get('/api/admin/appeals')).status).toBe(403)
    expect(await stored()).toMatchObject([{ state: 'waiting' }])
  })

  test('is not answered by the one who appeals, whatever the role', async () => {
    const said = await second.post(`/api/activities/${activity}/comments`, { content: 'Silver at silver.example' })
    const id: string = said.body.comment.id
    await hide(id)
    expect((await appeal(second, { id })).status).toBe(201)
    const made = await first()
    for (const decision of [{ decision: 'accept' }, { decision: 'decline', answer: 'It is an advert.' }])
      expect(codeOf(await answer(second, made, decision))).toEqual([409, 'own_appeal'])
    expect(await stored()).toMatchObject([{ state: 'waiting' }])
    expect((await answer(root, made)).status).toBe(200)
  })

  test('is answered once, also by two admins at once, whatever they decide', async () => {
    for (const other of [{ decision: 'accept' }, { decision: 'decline', answer: 'It is an advert.' }]) {
      await app.db.deleteFrom('reports').execute()
      await app.db.deleteFrom('appeals').execute()
      await app.db.updateTable('activity_comments').set({ hidden_at: null }).execute()
      later()
      await hide()
      await appeal()
      const id = await first()
      const answers = await Promise.all([answer(root, id), answer(second, id, other)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.error).toMatch(/\.$/)
      const isShown = (await app.visitor().get(`/api/activities/${activity}/comments`)).body.total === 1
      expect(await stored()).toMatchObject([{ state: isShown ? 'accepted' : 'declined' }])
    }
  })

  test('goes with the text, and is closed as accepted if the text is put back without it', async () => {
    await hide()
    await appeal()
    const id = await first()
    await root.post(`/api/admin/reports/comment/${comment}/put-back`, {})
    expect(await stored()).toMatchObject([{ state: 'accepted', answered_by: null }])
    expect(codeOf(await answer(root, id))).toEqual([409, 'already_answered'])
    // A new decision is another one.
    later()
    await hide()
    expect((await appeal()).status).toBe(201)
    const again = await first()
    await juno.delete(`/api/activities/comments/${comment}`)
    expect((await stored()).filter(({ state }) => state === 'waiting')).toEqual([])
    expect((await answer(root, again)).body).toMatchObject({
      code: 'already_answered',
      error: expect.stringContaining('This appeal is gone'),
    })
    expect(codeOf(await appeal())).toEqual([409, 'nothing_to_appeal'])
  })

  test('is in the export of its member, without who has decided', async () => {
    await hide()
    await appeal()
    const { appeals } = (await juno.get('/api/user/export')).body.data
    expect(appeals).toMatchObject([{ kind: 'hidden', subject_id: comment, text: WHY, state: 'waiting' }])
    expect(JSON.stringify(appeals)).not.toContain(root.user.id)
  })
})

describe('an appeal against a declined text', () => {
  const decline = async () => {
    const rules = { first_texts: 3, first_days: 0, link_days: 0, words: ['gold'] }
    await root.put('/api/admin/hold-rules', rules)
    const { id } = (await juno.post(`/api/activities/${activity}/comments`, { content: 'Gold!' })).body.comment
    await root.put('/api/admin/hold-rules', { ...rules, words: [] })
    const items = [{ type: 'comment', id }]
    await root.post('/api/admin/held', { items, decision: 'decline', note: 'No advertising.' })
    return { id, items }
  }

  test('publishes it, if it is accepted', async () => {
    const { id } = await decline()
    expect(await own()).toEqual([{ type: 'comment', id, appeal: null }])
    expect((await appeal(juno, { id })).status).toBe(201)
    expect(await waiting()).toMatchObject([
      { kind: 'declined', decision: { by: 'root', reason: 'No advertising.' }, content: { text: 'Gold!' } },
    ])
    const before = (await app.visitor().get(`/api/activities/${activity}/comments`)).body.total
    expect((await answer(second, await first())).status).toBe(200)
    expect((await app.visitor().get(`/api/activities/${activity}/comments`)).body.total).toBe(before + 1)
    expect(await actions()).toContain('accept_appeal')
    expect(await stored()).toMatchObject([{ state: 'accepted', answered_by: second.user.id }])
    expect(await own()).toEqual([])
  })

  test('is closed as accepted if a moderator publishes it meanwhile', async () => {
    const { id, items } = await decline()
    await appeal(juno, { id })
    await second.post('/api/admin/held', { items, decision: 'publish' })
    expect(await stored()).toMatchObject([{ state: 'accepted' }])
  })
})

describe('an appeal against a suspension', () => {
  afterEach(async () => {
    const nothing = { disabled_at: null, disabled_until: null, disabled_message: null, disabled_reason: null }
    await app.db.updateTable('profiles').set(nothing).execute()
  })
  const suspend = async (body: object = {}) => {
    const member = await signUp(app)
    expect(
      (await root.put(`/api/admin/users/${member.user.id}/standing`, { disabled: true, reason: 'Spam', ...body }))
        .status,
    ).toBe(200)
    return member
  }
  const enter = ({ user }: Member, password = PASSWORD) =>
    app.visitor().post('/api/auth/signin', { email: user.email, password })
  const tokenOf = async (member: Member) => (await enter(member)).body.details?.appeal_token as string
  const send = (token: string, text = WHY) => app.visitor().post('/api/appeals/suspension', { token, text })
  const mails = async (email: string) => (await mailsTo(app, email)).map(({ text }) => text)

  test('is sent with the token that the refused sign-in gives after the right password alone', async () => {
    const until = new Date(app.time.now.getTime() + 3 * 86_400_000).toISOString()
    const ann = await suspend({ until, message: 'Read the rules.' })
    const wrong = await enter(ann, 'Wrong-horse-7')
    const nobody = await app.visitor().post('/api/auth/signin', { email: 'x@y.example', password: 'Wrong-horse-7' })
    const told = ({ body: { requestId: _, ...body } }: typeof wrong) => body
    expect([wrong.status, told(wrong)]).toEqual([401, told(nobody)])
    const token = await tokenOf(ann)
    expect((await send(token, 'Too short')).status).toBe(400)
    expect(codeOf(await send('wrong'))).toEqual([403, 'appeal_token_wrong'])
    const made = await send(token)
    expect([made.status, made.body.appeal.state]).toEqual([201, 'waiting'])
    expect(codeOf(await send(token))).toEqual([403, 'appeal_token_wrong'])
    const again = await enter(ann)
    expect(again.body.error).toMatch(/ Read the rules\. You appealed on .*2026; it waits\.$/)
    expect(again.body.details).toBe(undefined)
    expect(await waiting()).toMatchObject([
      { kind: 'suspension', type: null, content: null, decision: { by: 'root', is_own: true, reason: 'Spam' } },
    ])
  })

  test('is sent once, with whichever of two tokens, and within half an hour', async () => {
    const ann = await suspend()
    const [one, two] = [await tokenOf(ann), await tokenOf(ann)]
    expect((await Promise.all([send(one), send(two)])).map(({ status }) => status).toSorted()).toEqual([201, 409])
    const ben = await suspend()
    const late = await tokenOf(ben)
    later(31)
    expect(codeOf(await send(late))).toEqual([403, 'appeal_token_wrong'])
  })

  test('ends it, if an admin accepts; a mail says so, and the sign-in works', async () => {
    const ann = await suspend()
    await send(await tokenOf(ann))
    const id = await first()
    expect(codeOf(await answer(moderator, id))).toEqual([403, '42501'])
    const answers = await Promise.all([answer(root, id), answer(second, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await enter(ann)).status).toBe(200)
    expect((await actions()).slice(-2).toSorted()).toEqual(['accept_appeal', 'enable'])
    expect(await mails(ann.user.email)).toContainEqual(expect.stringContaining('Your account is enabled again.'))
  })

  test('that is declined leaves it; a mail and the next sign-in say why', async () => {
    const ann = await suspend()
    await send(await tokenOf(ann))
    await answer(second, await first(), { decision: 'decline', answer: 'Three warnings are enough.' })
    const refused = await enter(ann)
    expect(refused.body.error).toMatch(/ was declined: Three warnings are enough\.$/)
    expect(refused.body.details).toBe(undefined)
    expect(await mails(ann.user.email)).toContainEqual(expect.stringContaining('Three warnings are enough.'))
  })

  test('is closed as accepted when the suspension ends, and gone when there is a new one', async () => {
    const ann = await suspend()
    await send(await tokenOf(ann))
    const token = await tokenOf(await suspend())
    await root.put(`/api/admin/users/${ann.user.id}/standing`, { disabled: false })
    expect(await stored()).toMatchObject([{ state: 'accepted' }])
    later()
    await root.put(`/api/admin/users/${ann.user.id}/standing`, { disabled: true, reason: 'Spam again' })
    expect((await send(await tokenOf(ann))).status).toBe(201)
    const id = await first()
    later()
    await root.put(`/api/admin/users/${ann.user.id}/standing`, { disabled: true, reason: 'Spam again' })
    expect((await stored()).map(({ state }) => state)).toEqual(['accepted'])
    expect((await answer(root, id)).body.error).toContain('This appeal is gone')
    // The token of another member is not touched.
    expect((await send(token)).status).toBe(201)
  })
})
