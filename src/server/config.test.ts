import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { withSecret } from './config-secret.ts'

const read = (settings: Record<string, string>) =>
  readConfig({ SECRET: 'a secret of the tests that is long enough', ...settings })

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535'],
  ['DATABASE_POOL_SIZE', '2.5', 'must be a whole number from 2 to 100'],
  ['DATABASE_URL', 'mysql://db.example.org', 'must begin with postgresql://'],
  ['BASE_URL', 'games.example.org', 'must begin with https:// or http://'],
  ['BASE_URL', 'https://example.org/games', 'must be an address without a path, such as https://games.example.org'],
  ['BASE_URL', 'https://me:secret@example.org', 'must be an address without a path, such as https://games.example.org'],
  ['BASE_URL', 'https://example.org?a=b', 'must be an address without a path, such as https://games.example.org'],
  ['SECRET', 'short', 'must have at least 32 characters'],
  ['ADMIN_EMAIL', 'ann', 'must be an email address'],
  ['TRUST_PROXY', 'yes', 'must be on, off or the number of proxies'],
  ['RATE_LIMITS', 'no', 'must be on or off'],
  ['IMAGES', 'on', 'must be auto or off'],
  ['STARTER', 'none', 'must be full or small'],
  ['LOG_LEVEL', 'trace', 'must be one of fatal, error, warn, info, debug, silent'],
  ['SMTP_URL', 'http://mail.example.org', 'must begin with smtp:// or smtps://'],
  ['SOURCE_TIMEOUT_SECONDS', '0', 'must be a whole number from 1 to 120'],
  ['ACTIVITY_COOLDOWN_MINUTES', '-1', 'must be a whole number of at least 0'],
  ['BACKUP_KEEP', '0', 'must be a whole number from 1 to 1000'],
])('the setting %s with the value %s is refused with what it must be', (name, value, wanted) => {
  expect(() => read({ [name]: value })).toThrow(new ConfigError(`The setting ${name} is invalid: ${wanted}`))
})

test.each([
  ['IGDB_CLIENT_ID', 'an id'],
  ['SMTP_URL', 'smtp://mail.example.org'],
  ['BACKUP_BEFORE_MIGRATION', 'on'],
  ['OIDC_ISSUER', 'https://id.example.org'],
])('a start that refuses the setting %s leaves no folder and no secret behind', (name, value) => {
  const folder = join(tmpdir(), `savepoint-config-${randomUUID()}`)
  expect(() => readConfig({ DATA_DIR: folder, [name]: value })).toThrow(ConfigError)
  expect(existsSync(folder)).toBe(false)
})

test('a first start without SECRET creates the secret file once, and refuses a damaged one', () => {
  const folder = join(tmpdir(), `savepoint-config-${randomUUID()}`)
  const config = readConfig({ DATA_DIR: folder })
  expect([config.secret, existsSync(folder)]).toEqual(['', false])
  const { secret } = withSecret(config)
  expect(secret).toHaveLength(64)
  expect(withSecret(config).secret).toBe(secret)
  expect(withSecret(readConfig({ DATA_DIR: folder })).secret).toBe(secret)
  writeFileSync(join(folder, 'secret'), 'short')
  expect(() => withSecret(readConfig({ DATA_DIR: folder }))).toThrow(/secret is damaged\. Delete it/)
})

test('the public address becomes the origin that browsers send', () => {
  expect(read({ BASE_URL: 'HTTPS://Games.Example.org:443/' }).baseUrl).toBe('https://games.example.org')
})

test('passwords can be off only where there is a provider', () => {
  expect(() => read({ PASSWORD_SIGN_IN: 'off' })).toThrow(/PASSWORD_SIGN_IN can be off only with OIDC_ISSUER/)
})

test('the groups of the provider that have a role are names separated by commas; without one there are no roles', () => {
  const provider = {
    BASE_URL: 'https://games.example.org',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'b',
  }
  expect(read({ ...provider, OIDC_ADMIN_GROUPS: ' admins , root,' }).oidc[0]?.roles).toEqual({
    claim: 'groups',
    admin: ['admins', 'root'],
    moderator: [],
  })
  expect(read(provider).oidc[0]?.roles).toBeNull()
})

test('several providers are numbered; each problem names the setting as it was given', () => {
  const numbered = (number: string) => ({
    [`OIDC_${number}ISSUER`]: `https://id-${number}.example.org`.replace('_', ''),
    [`OIDC_${number}CLIENT_ID`]: 'a',
    [`OIDC_${number}CLIENT_SECRET`]: 'b',
  })
  const base = { BASE_URL: 'https://games.example.org', ...numbered(''), ...numbered('2_'), ...numbered('9_') }
  expect(read({ ...base, OIDC_2_NAME: 'Second' }).oidc.map(({ id, name }) => [id, name])).toEqual([
    ['oidc', 'id-.example.org'],
    ['oidc-2', 'Second'],
    ['oidc-9', 'id-9.example.org'],
  ])
  expect(() => read({ ...base, OIDC_2_ISSUER: 'id.example.org' })).toThrow(/^The setting OIDC_2_ISSUER is invalid/)
  expect(() => read({ ...base, OIDC_9_CLIENT_SECRET: '' })).toThrow(
    /OIDC_9_ISSUER, OIDC_9_CLIENT_ID and OIDC_9_CLIENT_SECRET/,
  )
  expect(read({ ...numbered('2_'), BASE_URL: base.BASE_URL, PASSWORD_SIGN_IN: 'off' }).passwordSignIn).toBe(false)
})
