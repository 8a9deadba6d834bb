import { admin, anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'

export const registrationAccess: FeatureAccess = {
  rows: {
    'GET /api/registration': [anyone(200)],
    'GET /api/registration/invitations/:token': [anyone(200), undefined, '/api/registration/invitations/none'],
    'POST /api/registration/requests': [
      anyone(403),
      { email: 'ada@example.org', message: 'I would like to join you.' },
    ],
    'GET /api/invitations': [member(200)],
    'POST /api/invitations': [[401, 403, 403, 201], {}],
    'DELETE /api/invitations/:invitationId': [member(404), undefined, `/api/invitations/${NOBODY}`],
    'GET /api/admin/registration': [admin(200)],
    'PUT /api/admin/registration': [
      admin(200),
      {
        registration: 'open',
        visibility: 'public',
        provider_sign_up: false,
        invites_per_month: 0,
        allowed_domains: [],
        refused_domains: [],
        sentence: null,
      },
    ],
    'GET /api/admin/address-blocks': [admin(200)],
    'POST /api/admin/address-blocks': [admin(400), { network: '10.0.0.0/4', is_closed: false, note: 'Spam' }],
    'DELETE /api/admin/address-blocks/:blockId': [admin(404), undefined, `/api/admin/address-blocks/${NOBODY}`],
    'GET /api/admin/invitations': [admin(200)],
    'GET /api/admin/requests': [admin(200)],
    'PUT /api/admin/requests/:requestId': [admin(404), { decision: 'accept' }, `/api/admin/requests/${NOBODY}`],
  },
  // An invitation names who invites to everybody who has the link: that is its purpose. Names and pictures are always visible.
  readsOwnData: ['GET /api/registration', 'GET /api/registration/invitations/:token', 'GET /api/invitations'],
}
