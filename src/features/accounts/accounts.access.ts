import { admin, anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { PASSWORD } from '#tests/support/members.ts'

export const accountsAccess: FeatureAccess = {
  async prepare(app, { owner }) {
    // A second session of the owner, which the owner may end.
    const phone = app.visitor()
    await phone.post('/api/auth/signin', { email: owner.user.email, password: PASSWORD })
    const { sessions } = (await phone.get('/api/auth/sessions')).body
    const passkey = { publicKey: 'x', credentialID: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
    const row = { userId: owner.user.id, ...passkey }
    const { id } = await app.db.insertInto('passkey').values(row).returning('id').executeTakeFirstOrThrow()
    return { sessionId: sessions[0].id, passkeyId: id }
  },
  rows: {
    'GET /api/auth/csrf': [anyone(200)],
    'GET /api/auth/session': [anyone(200)],
    'GET /api/auth/user': [member(200)],
    'POST /api/auth/check-username': [anyone(200), { username: 'somebody' }],
    'POST /api/auth/check-email': [anyone(200), { email: 'somebody@example.org' }],
    'POST /api/rpc/check_user_exists': [anyone(200), { user_email: 'somebody@example.org' }],
    'POST /api/rpc/create_user_profile_safe': [[401, 403, 403, 403], { user_id: NOBODY }],
    'GET /api/auth/providers': [anyone(200)],
    'POST /api/auth/oauth/google': [anyone(503), {}],
    'POST /api/auth/link/google': [member(503), {}],
    'DELETE /api/auth/link/google': [member(404)],
    'GET /api/auth/ways': [member(200)],
    'POST /api/auth/forgot-password': [anyone(200), { email: 'somebody@example.org' }],
    'POST /api/auth/resend-confirmation': [anyone(200), { email: 'somebody@example.org' }],
    'POST /api/auth/update-password': [anyone(400), { password: PASSWORD }],
    'POST /api/auth/change-email': [member(401), { email: 'moved@example.org', password: 'Wrong-horse-1' }],
    'POST /api/auth/refresh': [member(200), {}],
    'GET /api/auth/sessions': [member(200)],
    'DELETE /api/auth/sessions/:sessionId': [[401, 200, 404, 404]],
    'DELETE /api/auth/sessions': [member(200)],
    'GET /api/user/export': [member(200)],
    'DELETE /api/user/account': [member(400), { username: 'somebody-else', password: PASSWORD }],
    'POST /api/auth/signin': [anyone(401), { email: 'nobody@example.org', password: PASSWORD }],
    'POST /api/auth/signin/second-step': [anyone(401), { code: '123456' }],
    'GET /api/auth/two-factor': [member(200)],
    'POST /api/auth/two-factor': [member(401), { password: 'Wrong-horse-1' }],
    'POST /api/auth/two-factor/confirm': [member(409), { code: '123456' }],
    'POST /api/auth/two-factor/recovery-codes': [member(409), { password: PASSWORD }],
    'POST /api/auth/two-factor/off': [member(409), { password: PASSWORD }],
    'POST /api/auth/passkeys/challenge': [anyone(200), {}],
    'POST /api/auth/passkeys/sign-in': [anyone(400), {}],
    'GET /api/auth/passkeys': [member(200)],
    'POST /api/auth/passkeys/new': [member(200), { password: PASSWORD }],
    'POST /api/auth/passkeys': [member(400), {}],
    'PATCH /api/auth/passkeys/:passkeyId': [[401, 200, 404, 404], { name: 'Phone' }],
    'DELETE /api/auth/passkeys/:passkeyId': [[401, 200, 404, 404]],
    'POST /api/auth/signup': [anyone(400), {}],
    'POST /api/auth/logout': [anyone(200), {}],
    'GET /api/admin/outbox': [admin(200)],
  },
  readsOwnData: [
    'GET /api/auth/csrf',
    'GET /api/auth/session',
    'GET /api/auth/user',
    'GET /api/auth/providers',
    'GET /api/auth/ways',
    'GET /api/auth/sessions',
    'GET /api/auth/two-factor',
    'GET /api/auth/passkeys',
    'POST /api/rpc/create_user_profile_safe',
    'GET /api/user/export',
  ],
}
