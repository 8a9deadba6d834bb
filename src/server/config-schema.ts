import * as z from 'zod/mini'
import { FETCH_TIMEOUT_MS } from '#shared/network.ts'
import { ConfigError } from './config-error.ts'
import { SECRET_LENGTH } from './config-secret.ts'
import { LOG_FORMATS } from './log.ts'
import { parseStorageUrl, STORAGE_URL_FORMAT } from './storage/storage-url.ts'

const OnOff = z.enum(['true', 'false', '1', '0', 'on', 'off'], 'must be on or off')
const isOn = z.transform((text: z.infer<typeof OnOff>) => ['true', '1', 'on'].includes(text))
const flag = (fallback: boolean) => z.pipe(z._default(OnOff, fallback ? 'true' : 'false'), isOn)

function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
  const error = `must be a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}`
  return z.coerce.number(error).check(z.int(error), z.minimum(least, error), z.maximum(most, error))
}

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

/** The settings as the environment has them. */
export const Settings = z.object({
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
  SERVICE_WORKER: flag(true),
  STOP_DELAY_SECONDS: z._default(whole(0, 300), 0),
  METRICS: flag(false),
  TRACE_PARENTS: flag(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  LOG_LEVEL: z._default(oneOf(LOG_LEVELS), 'info'),
  LOG_FORMAT: z._default(oneOf(LOG_FORMATS), 'auto'),
  STARTER: z._default(z.enum(['full', 'small'], 'must be full or small'), 'full'),
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

export type Settings = z.infer<typeof Settings>

/** Parses settings. `nameOf` says under which name one was given. */
export function parsed<Output>(schema: z.ZodMiniType<Output>, given: object, nameOf: (name: string) => string): Output {
  const result = z.safeParse(schema, given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ConfigError(`The setting ${nameOf(issue?.path.join('.') ?? '')} is invalid: ${issue?.message}`)
}
