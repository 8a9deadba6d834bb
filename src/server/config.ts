import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { NEEDS_BASE_URL, type OidcConfig, passwordSignInOf, providersOf } from './config-providers.ts'
import { parsed, Settings } from './config-schema.ts'
import { readSecret } from './config-secret.ts'
import type { LogFormat } from './log.ts'
import type { StorageConfig } from './storage/storage-url.ts'
import { wantsTraces } from './traces/traces.ts'

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
  registration: NonNullable<Settings['REGISTRATION']> | null
  visibility: 'public' | 'members' | null
  /** The provider creates accounts although the form does not; null leaves it to the admins. */
  providerSignUp: boolean | null
  /** Null without SMTP_URL: mails then stay in the outbox. */
  smtp: { url: string; from: string } | null
  /** Sign-in requires a confirmed email address (C34). */
  requireEmailConfirmation: boolean
  /** The providers in the order of their buttons; the documents' "Google" is the first. */
  oidc: readonly OidcConfig[]
  /** Members sign in with a password; false leaves the provider and passkeys. */
  passwordSignIn: boolean
  /** The number of proxies in front; each appends an address to X-Forwarded-For. */
  trustedProxies: number
  rateLimits: boolean
  /** False: browsers remove the worker of the installed app. */
  serviceWorker: boolean
  /** A stop goes on serving for so long, while `/api/health/ready` already answers 503. */
  stopDelayMs: number
  metrics: boolean
  /** The environment names a collector of traces. */
  traces: boolean
  /** Requests may name the trace that they belong to (`traceparent`). */
  traceParents: boolean
  logLevel: string
  logFormat: LogFormat
  /** 'small' leaves the list of PC games out, beside which the starter catalogue stands alone. */
  starter: 'full' | 'small'
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
    serviceWorker: s.SERVICE_WORKER,
    stopDelayMs: s.STOP_DELAY_SECONDS * 1000,
    metrics: s.METRICS,
    traces: wantsTraces(env),
    traceParents: s.TRACE_PARENTS,
    logLevel: s.LOG_LEVEL,
    logFormat: s.LOG_FORMAT,
    starter: s.STARTER,
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

function replicasOf(s: Settings): Config['databaseReplicas'] {
  const { DATABASE_REPLICA_URLS: urls, DATABASE_REPLICA_MAX_LAG_SECONDS: seconds } = s
  if (urls.length === 0) return null
  if (!s.DATABASE_URL) throw new ConfigError('The setting DATABASE_REPLICA_URLS needs DATABASE_URL, the primary.')
  return { urls, maxLagMs: seconds * 1000 }
}

function igdbOf(s: Settings): Config['igdb'] {
  const { IGDB_CLIENT_ID: clientId, IGDB_CLIENT_SECRET: clientSecret } = s
  if (clientId && clientSecret)
    return { url: s.IGDB_URL.replace(/\/+$/, ''), tokenUrl: s.TWITCH_URL.replace(/\/+$/, ''), clientId, clientSecret }
  if (clientId || clientSecret)
    throw new ConfigError(
      `The setting ${clientId ? 'IGDB_CLIENT_SECRET' : 'IGDB_CLIENT_ID'} is missing: IGDB needs both or neither.`,
    )
  return null
}

function smtpOf(s: Settings): Config['smtp'] {
  if (!s.SMTP_URL) return null
  if (!s.BASE_URL) throw new ConfigError(`The setting SMTP_URL ${NEEDS_BASE_URL}`)
  if (!s.MAIL_FROM) throw new ConfigError('The setting MAIL_FROM is missing: SMTP_URL needs a sender.')
  return { url: s.SMTP_URL, from: s.MAIL_FROM }
}
