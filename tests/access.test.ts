import { beforeAll, expect, test } from 'vitest'
import { type AccessRoles, anyone, GAME, loadAccess, type Row } from './support/access.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const world = useTestApp({ LOG_LEVEL: 'silent' })

const features = await loadAccess()

/** Every endpoint of the app, as the features declare it (`x.access.ts`). */
const TABLE: Record<string, Row> = {
  'GET /api/health': [anyone(200)],
  'GET /api/health/address': [anyone(200), undefined, `/api/health/address?nonce=${'0'.repeat(32)}`],
  'GET /api/health/live': [anyone(200)],
  'GET /api/health/ready': [anyone(200)],
  ...Object.assign({}, ...features.map(({ rows }) => rows)),
}

/** The parameters of addresses. */
const values: Record<string, string> = {}
const roles = {} as AccessRoles

beforeAll(async () => {
  roles.visitor = world.visitor()
  roles.owner = await signUp(world)
  roles.other = await signUp(world)
  roles.admin = await signUp(world, { becomeAdmin: true })
  const { id } = roles.owner.user
  Object.assign(values, { handle: id, userId: id })
  for (const { prepare } of features) Object.assign(values, await prepare?.(world, roles))
})

test('each endpoint has one row', () => {
  const declared = features.flatMap(({ rows }) => Object.keys(rows))
  expect(declared.filter((name, at) => declared.indexOf(name) < at)).toEqual([])
})

test('the table contains exactly the endpoints of the app', () => {
  const all = world.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(Object.keys(TABLE).sort()).toEqual(all.sort())
})

test('the table expects the access that the contract declares', () => {
  for (const { endpoint } of world.routes) {
    const [statuses] = TABLE[`${endpoint.method} ${endpoint.path}`] ?? [[]]
    const [visitor, owner] = statuses
    const kind = visitor !== 401 || owner === 401 ? 'anyone' : owner === 403 ? 'admin' : 'member'
    const isMemberWhoIsDeclined = endpoint.access === 'member' && visitor === 401
    // The table has no moderator: a member is declined, and an admin is not.
    const access = endpoint.access === 'moderator' ? 'admin' : endpoint.access
    if (!isMemberWhoIsDeclined) expect([endpoint.path, kind]).toEqual([endpoint.path, access])
  }
})

/** The public API takes no cookie, so another site cannot use one. */
const WRITES = Object.keys(TABLE).filter((name) => !name.startsWith('GET ') && !name.includes(' /api/v1/'))
/** Failing pages send these without a CSRF token (G51). The server refuses them from another site like all others. */
const BEACONS = ['POST /api/error-log']

test('only the documented beacons need no CSRF token', () => {
  const beacons = world.routes.filter(({ endpoint }) => endpoint.isBeacon)
  expect(beacons.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual(BEACONS)
})

test.each(Object.entries(TABLE))(
  '%s answers each kind of viewer as the table says',
  async (name, [statuses, body, given]) => {
    const [method = '', path = ''] = name.split(' ')
    const address = () => (given ?? path).replace(/:(\w+)/g, (all, parameter) => values[parameter] ?? all)
    const answered: Record<string, number> = {}
    for (const role of ['visitor', 'other', 'admin', 'owner'] as const) {
      const client = roles[role]
      // An earlier row may have signed the member out.
      if (role !== 'visitor' && !client.cookies.has('savepoint.session_token'))
        await client.post('/api/auth/signin', { email: roles[role].user.email, password: PASSWORD })
      answered[role] = (await client[method.toLowerCase() as 'post'](address(), body)).status
    }
    const [visitor, owner, other, admin] = statuses
    expect(answered).toEqual({ visitor, owner, other, admin })
  },
)

test.each(WRITES)('%s is refused without the CSRF token, and from another site [R-SESS-19]', async (name) => {
  const [method = '', path = ''] = name.split(' ')
  const cookie = [...roles.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const { csrfToken } = (await roles.owner.get('/api/auth/csrf')).body
  const fromElsewhere = { cookie, 'x-csrf-token': csrfToken, origin: 'https://evil.example' }
  for (const headers of BEACONS.includes(name) ? [fromElsewhere] : [{ cookie }, fromElsewhere]) {
    const answer = await world.app.request(`http://localhost:3000${path.replace(/:\w+/g, GAME)}`, {
      method,
      headers: headers as Record<string, string>,
      body: '{}',
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'csrf_invalid'])
  }
})
