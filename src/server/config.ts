import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { fileProblem } from '#db/file-problem.ts'
import { FETCH_TIMEOUT_MS } from '#shared/network.ts'
import { LOG_FORMATS, type LogFormat } from './log.ts'
import { parseStorageUrl, STORAGE_URL_FORMAT, type StorageConfig } from './storage/storage-url.ts'
import { wantsTraces } from './traces/traces.ts'

const OnOff = z.enum(['true', 'false', '1', '0', 'on', 'off'], 'must be on or off')
const isOn = z.transform((text: z.infer<typeof OnOff>) => ['true', '1', 'on'].includes(text))
const flag = (fallback: boolean) => z.pipe(z._default(OnOff, fallback ? 'true' : 'false'), isOn)

function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}`
  return z.coerce.number(error).check(z.int(error), z.minimum(least, error), z.maximum(most, error))
}

/** Of a secret, at least; a shorter secret file is damaged. */
const SECRET_LENGTH = 32

/** Names that are separated by commas. */
const names = z.pipe(
  z._default(z.string(), ''),
  z.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
)
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`)

const MODES = ['open', 'invite', 'request', 'closed'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
const webAddress = z.url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
/** Browsers name the origin of a write; it never equals an address with a path, a query or credentials. */
const isOrigin = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.href === `${url.origin}/`
}

/** IP addresses and ranges such as 10.0.0.0/8; also nothing. */
const ADDRESSES = /^\s*([\da-f.:]+(\/\d{1,3})?\s*(,\s*[\da-f.:]+(\/\d{1,3})?\s*)*)?$/i
/** `on` means one proxy. */
const PROXIES = /^(on|off|true|false|\d)$/
const proxiesOf = (text: string) => (/^\d$/.test(text) ? Number(text) : text === 'on' || text === 'true' ? 1 : 0)

const postgresAddress = z.string().check(z.regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://'))
const addresses = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((text: string) => text.split(',').flatMap((part) => part.trim() || [])),
    z.array(postgresAddress.check(z.refine(URL.canParse, 'must be addresses of PostgreSQL, separated by commas'))),
  ),
)

const Settings = z.object({
  PORT: z._default(whole(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(postgresAddress),
  DATABASE_DIRECT_URL: z.optional(postgresAddress),
  DATABASE_REPLICA_URLS: addresses,
  DATABASE_REPLICA_MAX_LAG_SECONDS: z._default(whole(1, 3600), 10),
  DATABASE_POOL_SIZE: z._default(whole(2, 100), 10),
  BASE_URL: z.optional(
    webAddress.check(z.refine(isOrigin, 'must be an address without a path, such as https://games.example.org')),
  ),
  PRODUCT_NAME: z._default(z.string().check(z.minLength(1)), 'Savepoint'),
  SECRET: z.optional(z.string().check(z.minLength(SECRET_LENGTH, 'must have at least 32 characters'))),
  ADMIN_EMAIL: z.optional(z.email('must be an email address')),
  TRUST_PROXY: z.pipe(
    z._default(z.string().check(z.regex(PROXIES, 'must be on, off or the number of proxies')), 'off'),
    z.transform(proxiesOf),
  ),
  RATE_LIMITS: flag(true),
  STOP_DELAY_SECONDS: z._default(whole(0, 300), 0),
  METRICS: flag(false),
  TRACE_PARENTS: flag(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  LOG_LEVEL: z._default(oneOf(LOG_LEVELS), 'info'),
  LOG_FORMAT: z._default(oneOf(LOG_FORMATS), 'auto'),
  IMAGES: z._default(z.enum(['auto', 'off'], 'must be auto or off'), 'auto'),
  IGDB_CLIENT_ID: z.optional(z.string()),
  IGDB_CLIENT_SECRET: z.optional(z.string()),
  IGDB_URL: z._default(webAddress, 'https://api.igdb.com/v4'),
  TWITCH_URL: z._default(webAddress, 'https://id.twitch.tv'),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })),
  MAIL_FROM: z.optional(z.string().check(z.regex(/^[^\p{Cc}]*@[^\p{Cc}]+$/u, 'must contain an email address'))),
  REGISTRATION: z.optional(oneOf(MODES)),
  VISIBILITY: z.optional(z.enum(['public', 'members'], 'must be public or members')),
  PROVIDER_SIGN_UP: z.optional(z.pipe(OnOff, isOn)),
  REQUIRE_EMAIL_CONFIRMATION: z.optional(z.pipe(OnOff, isOn)),
  OIDC_ISSUER: z.optional(webAddress),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string().check(z.maxLength(40, 'must have at most 40 characters'))),
  OIDC_SCOPES: z._default(z.string(), 'openid email profile'),
  OIDC_ROLE_CLAIM: z._default(z.string(), 'groups'),
  OIDC_ADMIN_GROUPS: names,
  OIDC_MODERATOR_GROUPS: names,
  OIDC_SIGN_OUT: flag(false),
  PASSWORD_SIGN_IN: flag(true),
  RAWG_API_KEY: z.optional(z.string()),
  RAWG_URL: z._default(webAddress, 'https://api.rawg.io/api'),
  STEAM_API_KEY: z.optional(z.string()),
  STEAM_URL: z._default(webAddress, 'https://api.steampowered.com'),
  SOURCE_TIMEOUT_SECONDS: z._default(whole(1, 120), FETCH_TIMEOUT_MS / 1000),
  ACTIVITY_COOLDOWN_MINUTES: z._default(whole(0), 5),
  FORUM_HOLD_LINKS: flag(false),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP: z._default(whole(1, 1000), 7),
  WAL_ARCHIVE_DIR: z.optional(z.string()),
  WAL_ARCHIVE_KEEP: z._default(whole(1, 100), 2),
  BACKUP_BEFORE_MIGRATION: z.optional(z.pipe(OnOff, isOn)),
  STORAGE_URL: z.optional(
    z.pipe(
      z.string().check(z.refine((text) => parseStorageUrl(text) !== null, STORAGE_URL_FORMAT)),
      z.transform(parseStorageUrl),
    ),
  ),
  WEBHOOK_PRIVATE_ADDRESSES: z.pipe(
    z._default(z.string().check(z.regex(ADDRESSES, 'must be IP addresses or ranges, separated by commas')), ''),
    z.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
  ),
  WEEKLY_EXPORTS: flag(false),
  WEEKLY_EXPORTS_KEEP: z._default(whole(1, 52), 4),
})

export interface OidcConfig {
  /** Names the provider in the database: `oidc`, and `oidc-2` for `OIDC_2_ISSUER`. */
  id: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The name on the button. */
  name: string
  scopes: readonly string[]
  /** The claim whose values decide the role at each sign-in; null leaves the roles to the admins. */
  roles: { claim: string; admin: readonly string[]; moderator: readonly string[] } | null
  /** Signing out here also ends the session at the provider. */
  isSignOutShared: boolean
}

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** Reaches PostgreSQL itself where `databaseUrl` leads to a pooler with transaction pooling. */
  databaseDirectUrl: string | null
  databasePoolSize: number
  /** The streaming replicas to which reads may go. */
  databaseReplicas: { urls: readonly string[]; maxLagMs: number } | null
  /** The origin at which people reach the app; null takes it from each request. */
  baseUrl: string | null
  productName: string
  /** Signs cookies and security tokens. All nodes share it. */
  secret: string
  adminEmail: string | null
  /** Who may create an account, and who sees the site; null leaves it to the admins. */
  registration: (typeof MODES)[number] | null
  visibility: 'public' | 'members' | null
  /** The provider creates accounts although the form does not; null leaves it to the admins. */
  providerSignUp: boolean | null
  /** Null without SMTP_URL: mails then stay in the outbox. */
  smtp: { url: string; from: string } | null
  /** Sign-in requires a confirmed email address (C34). */
  requireEmailConfirmation: boolean
  /** The OpenID Connect provider; null without its settings. */
  /** The providers in the order of their buttons; the documents' "Google" is the first. */
  oidc: readonly OidcConfig[]
  /** Members sign in with a password; false leaves the provider and passkeys. */
  passwordSignIn: boolean
  /** The number of proxies in front; each appends an address to X-Forwarded-For. */
  trustedProxies: number
  rateLimits: boolean
  /** A stop goes on serving for so long, while `/api/health/ready` already answers 503. */
  stopDelayMs: number
  metrics: boolean
  /** The environment names a collector of traces. */
  traces: boolean
  /** Requests may name the trace that they belong to (`traceparent`). */
  traceParents: boolean
  logLevel: string
  logFormat: LogFormat
  /** 'auto' requests real covers from the image hosts when they can be reached; 'off' never does. */
  images: 'auto' | 'off'
  /** Null without its settings: the source is then off. */
  igdb: { url: string; tokenUrl: string; clientId: string; clientSecret: string } | null
  rawg: { url: string; apiKey: string } | null
  /** Members' games at Steam; null without its key. */
  steam: { url: string; apiKey: string } | null
  /** The limit for one request to a source, all retries included (R-NET-05). */
  sourceTimeoutMs: number
  activityCooldownMinutes: number
  /** The first texts with a link of a new member wait for a moderator. */
  forumHoldLinks: boolean
  /** The folder for nightly backups and how many to retain; null without BACKUP_DIR. */
  backups: { folder: string; keep: number } | null
  /** The archive of the write-ahead log of the embedded database and how many base backups it has; null without WAL_ARCHIVE_DIR. */
  walArchive: { folder: string; keep: number } | null
  /** A start that migrates first makes a backup in that folder. */
  backupBeforeMigration: boolean
  /** S3-compatible storage for the files of members, pictures and backups; null keeps them in the database and on the disk. */
  storage: StorageConfig | null
  /** Addresses and ranges of private networks that webhooks may call; all others are refused. */
  webhookPrivateAddresses: readonly string[]
  /** How many weekly copies of their data the members have; null without WEEKLY_EXPORTS. */
  weeklyExportsKept: number | null
  /** The credentials that the sign-in page of the demo shows; null outside the demo. */
  demo: { email: string; password: string } | null
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the settings once, and writes nothing. Throws a ConfigError whose one sentence names the setting. Without SECRET
 * the secret is that of the secret file, and empty if there is no file: the app then calls `withSecret`.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const s = parsed(Settings, given, String)
  const oidc = providersOf(given)
  const dataDir = resolve(s.DATA_DIR)
  if (s.DATABASE_DIRECT_URL && !s.DATABASE_URL)
    throw new ConfigError('The setting DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.')
  if (s.BACKUP_BEFORE_MIGRATION && !s.BACKUP_DIR)
    throw new ConfigError('The setting BACKUP_BEFORE_MIGRATION needs BACKUP_DIR, the folder for the backup.')
  if (s.WAL_ARCHIVE_DIR && s.DATABASE_URL)
    throw new ConfigError(
      'The setting WAL_ARCHIVE_DIR is for the embedded database: archive the log of DATABASE_URL at its server.',
    )
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? null,
    databasePoolSize: s.DATABASE_POOL_SIZE,
    databaseReplicas: replicasOf(s),
    baseUrl: s.BASE_URL === undefined ? null : new URL(s.BASE_URL).origin,
    productName: s.PRODUCT_NAME,
    adminEmail: s.ADMIN_EMAIL?.toLowerCase() ?? null,
    registration: s.REGISTRATION ?? null,
    visibility: s.VISIBILITY ?? null,
    providerSignUp: s.PROVIDER_SIGN_UP ?? null,
    smtp: smtpOf(s),
    requireEmailConfirmation: s.REQUIRE_EMAIL_CONFIRMATION ?? s.SMTP_URL !== undefined,
    oidc,
    passwordSignIn: passwordSignInOf(s, oidc),
    trustedProxies: s.TRUST_PROXY,
    rateLimits: s.RATE_LIMITS,
    stopDelayMs: s.STOP_DELAY_SECONDS * 1000,
    metrics: s.METRICS,
    traces: wantsTraces(env),
    traceParents: s.TRACE_PARENTS,
    logLevel: s.LOG_LEVEL,
    logFormat: s.LOG_FORMAT,
    images: s.IMAGES,
    igdb: igdbOf(s),
    rawg: s.RAWG_API_KEY ? { url: s.RAWG_URL.replace(/\/+$/, ''), apiKey: s.RAWG_API_KEY } : null,
    steam: s.STEAM_API_KEY ? { url: s.STEAM_URL.replace(/\/+$/, ''), apiKey: s.STEAM_API_KEY } : null,
    sourceTimeoutMs: s.SOURCE_TIMEOUT_SECONDS * 1000,
    activityCooldownMinutes: s.ACTIVITY_COOLDOWN_MINUTES,
    forumHoldLinks: s.FORUM_HOLD_LINKS,
    backups: s.BACKUP_DIR ? { folder: resolve(s.BACKUP_DIR), keep: s.BACKUP_KEEP } : null,
    walArchive: s.WAL_ARCHIVE_DIR ? { folder: resolve(s.WAL_ARCHIVE_DIR), keep: s.WAL_ARCHIVE_KEEP } : null,
    backupBeforeMigration: s.BACKUP_BEFORE_MIGRATION ?? s.BACKUP_DIR !== undefined,
    storage: s.STORAGE_URL ?? null,
    webhookPrivateAddresses: s.WEBHOOK_PRIVATE_ADDRESSES,
    weeklyExportsKept: s.WEEKLY_EXPORTS ? s.WEEKLY_EXPORTS_KEEP : null,
    secret: s.SECRET ?? readSecret(dataDir) ?? '',
    demo: null,
  }
}

function replicasOf(s: z.infer<typeof Settings>): Config['databaseReplicas'] {
  const { DATABASE_REPLICA_URLS: urls, DATABASE_REPLICA_MAX_LAG_SECONDS: seconds } = s
  if (urls.length === 0) return null
  if (!s.DATABASE_URL) throw new ConfigError('The setting DATABASE_REPLICA_URLS needs DATABASE_URL, the primary.')
  return { urls, maxLagMs: seconds * 1000 }
}

function igdbOf(s: z.infer<typeof Settings>): Config['igdb'] {
  const { IGDB_CLIENT_ID: clientId, IGDB_CLIENT_SECRET: clientSecret } = s
  if (clientId && clientSecret)
    return { url: s.IGDB_URL.replace(/\/+$/, ''), tokenUrl: s.TWITCH_URL.replace(/\/+$/, ''), clientId, clientSecret }
  if (clientId || clientSecret)
    throw new ConfigError(
      `The setting ${clientId ? 'IGDB_CLIENT_SECRET' : 'IGDB_CLIENT_ID'} is missing: IGDB needs both or neither.`,
    )
  return null
}

const NEEDS_BASE_URL =
  'needs BASE_URL: links in mails and from the provider must not depend on the Host header of a request.'

function smtpOf(s: z.infer<typeof Settings>): Config['smtp'] {
  if (!s.SMTP_URL) return null
  if (!s.BASE_URL) throw new ConfigError(`The setting SMTP_URL ${NEEDS_BASE_URL}`)
  if (!s.MAIL_FROM) throw new ConfigError('The setting MAIL_FROM is missing: SMTP_URL needs a sender.')
  return { url: s.SMTP_URL, from: s.MAIL_FROM }
}

const PROVIDER_SETTINGS = {
  BASE_URL: true,
  OIDC_ISSUER: true,
  OIDC_CLIENT_ID: true,
  OIDC_CLIENT_SECRET: true,
  OIDC_NAME: true,
  OIDC_SCOPES: true,
  OIDC_ROLE_CLAIM: true,
  OIDC_ADMIN_GROUPS: true,
  OIDC_MODERATOR_GROUPS: true,
  OIDC_SIGN_OUT: true,
} as const
const ProviderSettings = z.pick(Settings, PROVIDER_SETTINGS)
const PROVIDERS_MAX = 9

/** Reads the provider of OIDC_ISSUER, that of OIDC_2_ISSUER, and so on. */
function providersOf(given: Record<string, string | undefined>): OidcConfig[] {
  return Array.from({ length: PROVIDERS_MAX }, (_, at) => {
    const nameOf = (name: string) => (at === 0 ? name : name.replace(/^OIDC_/, `OIDC_${at + 1}_`))
    const own = Object.fromEntries(Object.keys(PROVIDER_SETTINGS).map((name) => [name, given[nameOf(name)]]))
    return providerOf(at === 0 ? 'oidc' : `oidc-${at + 1}`, parsed(ProviderSettings, own, nameOf), nameOf)
  }).filter((provider) => provider !== null)
}

function providerOf(
  id: string,
  s: z.infer<typeof ProviderSettings>,
  nameOf: (name: string) => string,
): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = s
  if (!issuer && !clientId && !clientSecret) return null
  if (!issuer || !clientId || !clientSecret) {
    const [first, second, last] = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].map(nameOf)
    throw new ConfigError(`${first}, ${second} and ${last} belong together, and one of them is missing.`)
  }
  if (!s.BASE_URL) throw new ConfigError(`The setting ${nameOf('OIDC_ISSUER')} ${NEEDS_BASE_URL}`)
  const { hostname } = new URL(issuer)
  const { OIDC_ADMIN_GROUPS: admin, OIDC_MODERATOR_GROUPS: moderator, OIDC_ROLE_CLAIM: claim } = s
  return {
    id,
    issuer: issuer.replace(/\/+$/, ''),
    clientId,
    clientSecret,
    name: name ?? (hostname === 'accounts.google.com' ? 'Google' : hostname),
    scopes: s.OIDC_SCOPES.split(/\s+/).filter(Boolean),
    roles: admin.length + moderator.length > 0 ? { claim, admin, moderator } : null,
    isSignOutShared: s.OIDC_SIGN_OUT,
  }
}

function passwordSignInOf(s: z.infer<typeof Settings>, providers: readonly OidcConfig[]): boolean {
  if (!s.PASSWORD_SIGN_IN && providers.length === 0)
    throw new ConfigError('The setting PASSWORD_SIGN_IN can be off only with OIDC_ISSUER: nobody could sign in.')
  return s.PASSWORD_SIGN_IN
}

/** Parses settings. `nameOf` says under which name one was given. */
function parsed<Output>(schema: z.ZodMiniType<Output>, given: object, nameOf: (name: string) => string): Output {
  const result = z.safeParse(schema, given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigError(`The setting ${nameOf(issue?.path.join('.') ?? '')} is invalid: ${issue?.message}`)
}

/** Reads the secret file in the data folder; null if there is none. */
export function readSecret(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ConfigError(`${fileProblem(error, file)}. Run every command as the user that runs the app.`)
  }
}

/** Writes the secret of a restored backup to the secret file, unless there is one. */
export function placeSecret(dataDir: string, secret: string): void {
  const file = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ConfigError(`${fileProblem(error, file)}, so the secret cannot be written to it: nothing was restored.`)
  }
}

/**
 * Returns the settings with a secret. A first start without SECRET creates the secret file, so that sessions survive a
 * restart. It comes after the checks of all other settings, so that a refused one leaves nothing behind.
 * @throws ConfigError
 */
export function withSecret(config: Config): Config {
  return config.secret.length < SECRET_LENGTH ? { ...config, secret: makeSecret(config.dataDir) } : config
}

function makeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  try {
    mkdirSync(dataDir, { recursive: true })
    try {
      // With 'wx' exactly one of two simultaneous starts writes the file.
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const secret = readSecret(dataDir) ?? ''
    if (secret.length < SECRET_LENGTH)
      throw new ConfigError(`The file ${file} is damaged. Delete it; then everybody has to sign in again.`)
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new ConfigError(`The disk that holds the data folder ${dataDir} is full.`)
    throw new ConfigError(`The data folder ${dataDir} cannot be written to (${code}). Choose another with DATA_DIR.`)
  }
}
