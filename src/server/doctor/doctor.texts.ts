import { counted } from '#shared/counted.ts'

/** A sentence about the site, and what the operator can do. */
type Advice = readonly [sentence: string, todo: string]

export const CHECK_LABELS = {
  settings: 'Settings',
  database: 'Database',
  migrations: 'Migrations',
  replicas: 'Replicas',
  disk: 'Disk',
  clock: 'Clock',
  backups: 'Backups',
  mail: 'Mail',
  address: 'Address and proxy',
} as const

export const NEEDS_DATABASE: Advice = ['This was not checked, because it needs the database.', 'See to the database.']

export const checkFailed = (reason: string): Advice => [
  `The check itself failed: ${reason}`,
  'Look for this check in the log, and report it if the reason is not on your side.',
]
export const checkTooSlow = (seconds: number): Advice => [
  `There was no answer within ${counted(seconds, 'second')}.`,
  'Look whether the machine or the disk behind this check still answers.',
]

export const SETTINGS_TEXTS = {
  fine: 'The settings fit together.',
  invalid: 'Correct this setting: docs/settings.md lists all of them.',
  rateLimits: [
    'RATE_LIMITS is off, so passwords can be guessed without limit.',
    'Remove RATE_LIMITS and restart.',
  ] as Advice,
  silentLog: (level: string): Advice => [
    `LOG_LEVEL is ${level}, so the log does not name errors.`,
    'Set LOG_LEVEL to info and restart.',
  ],
  confirmation: [
    'REQUIRE_EMAIL_CONFIRMATION is on, but no mail is sent, so nobody can confirm an address.',
    'Set SMTP_URL, or remove REQUIRE_EMAIL_CONFIRMATION.',
  ] as Advice,
} as const

export const DATABASE_TEXTS = {
  seeTo: 'Start the database, or correct DATABASE_URL or DATA_DIR.',
  fine: (version: string, role: string): string =>
    `PostgreSQL ${version} answers, and the role "${role}" has all rights that it needs.`,
  tooOld: (version: string, oldest: number): Advice => [
    `This is PostgreSQL ${version}, and Savepoint needs ${oldest} or newer.`,
    'Make a backup, and restore it into a newer PostgreSQL.',
  ],
  readOnly: [
    'The database accepts no writes.',
    'Point DATABASE_URL to the primary, and look whether a failover has left this server read-only.',
  ] as Advice,
  mayNotCreate: (role: string, database: string): Advice => [
    `The role "${role}" may not create tables in the database "${database}", so the next migration fails.`,
    `Make the role the owner: alter database "${database}" owner to "${role}".`,
  ],
  foreignTables: (role: string, tables: number): Advice => [
    `The role "${role}" does not own ${counted(tables, 'table')}, so it cannot migrate or write there.`,
    `Connect as the role that made the tables, or let it hand them over: reassign owned by that role to "${role}".`,
  ],
  noTrigrams: [
    'The extension pg_trgm is missing, so the search for titles fails.',
    'Install the contrib package of PostgreSQL, and run: create extension pg_trgm.',
  ] as Advice,
  fewConnections: (allowed: number, needed: number): Advice => [
    `PostgreSQL allows ${counted(allowed, 'connection')}, and one node opens up to ${needed}.`,
    'Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE.',
  ],
  pooler: 'Use session pooling, or set DATABASE_DIRECT_URL as well: see "Poolers" in docs/operating.md.',
  pooled: (keepsNames: boolean): string =>
    keepsNames
      ? 'DATABASE_URL leads to a pooler with transaction pooling, which keeps prepared statements.'
      : 'DATABASE_URL leads to a pooler with transaction pooling. It does not keep prepared statements, so each statement is planned again.',
} as const

export const REPLICA_TEXTS = {
  fine: (address: string, milliseconds: number): string =>
    `The replica ${address} has replayed what the primary had written at most ${counted(milliseconds, 'millisecond')} before.`,
  behind: (address: string, seconds: number): Advice => [
    `The replica ${address} is more than ${counted(seconds, 'second')} behind, so no reads go to it.`,
    'Look whether it is connected to the primary (pg_stat_replication), and whether a long query holds it up.',
  ],
  away: (address: string, reason: string): Advice => [
    `The replica ${address} does not answer, so all reads go to the primary: ${reason}`,
    'Start the replica, or correct DATABASE_REPLICA_URLS.',
  ],
  noReplica: (address: string): Advice => [
    `${address} is no replica, or no longer one, so no reads go to it.`,
    'After a failover, set DATABASE_URL to the new primary and take it out of DATABASE_REPLICA_URLS.',
  ],
  otherServer: (address: string): Advice => [
    `${address} is a replica of another server than DATABASE_URL, so no reads go to it.`,
    'Correct DATABASE_REPLICA_URLS.',
  ],
} as const

const NEWER = 'A newer version of Savepoint has migrated this database'
const longMigration = (name: string, what: string, progress: string) =>
  `The long migration ${name} ${what}: ${progress}.`

export const MIGRATION_TEXTS = {
  fine: 'The database has the schema of this version.',
  empty: ['The database is empty.', 'Nothing to do: the first start makes the tables.'] as Advice,
  pending: (count: number): Advice => [
    `The database lacks ${counted(count, 'migration')} of this version.`,
    'Make a backup, and restart: the start migrates the database.',
  ],
  newer: (unknown: string): Advice => [`${NEWER}: ${unknown}.`, 'Start that version or a newer one.'],
  between: (unknown: string): Advice => [
    `${NEWER}: ${unknown}. This version goes on working with it.`,
    'Update the nodes of this version, too.',
  ],
  finished: (name: string, progress: string) => longMigration(name, 'is finished', progress),
  unfinished: (name: string, progress: string): Advice => [
    longMigration(name, 'goes on beside the app', progress),
    'Nothing to do now. Before the next update, wait until it is finished.',
  ],
  stuck: (name: string, progress: string): Advice => [
    longMigration(name, 'has not moved for three hours', progress),
    'Look at the job finish-long-migrations at /admin/jobs, and start a node of the newest version.',
  ],
} as const

export const DISK_TEXTS = {
  fine: (free: string, folder: string): string => `${folder} has ${free} of room.`,
  noFolder: (folder: string): Advice => [
    `${folder} does not exist yet.`,
    'Nothing to do before the first start; after it, correct DATA_DIR.',
  ],
  unusable: (problem: string): Advice => [`${problem}.`, 'Give the folder to the user that runs the app.'],
  low: (free: string, folder: string): Advice => [
    `Only ${free} are left in ${folder}.`,
    'Make room soon: writes fail on a full disk, and the embedded database stops.',
  ],
  full: (free: string, folder: string): Advice => [
    `The disk of ${folder} is nearly full: it has ${free} of room.`,
    'Make room now. The folder images/ in DATA_DIR may be emptied at any time.',
  ],
} as const

export const CLOCK_TEXTS = {
  fine: 'The clock agrees with that of the database.',
  differs: (seconds: number): Advice => [
    `The clocks of this machine and of the database differ by ${counted(seconds, 'second')}.`,
    'Let both machines take their time from a time server (chrony, systemd-timesyncd).',
  ],
  isBehind: (latest: string): Advice => [
    `The clock is behind: the database was migrated at ${latest}, which is in the future.`,
    'Set the clock by a time server (chrony, systemd-timesyncd).',
  ],
} as const

export const BACKUP_TEXTS = {
  off: [
    'There are no nightly backups.',
    'Set BACKUP_DIR to an existing folder on another disk, and restart.',
  ] as Advice,
  unusable: (problem: string): Advice => [
    `${problem}, so no backup can be made.`,
    'Let BACKUP_DIR name a folder into which the user of the app may write.',
  ],
  none: (folder: string): Advice => [
    `There is no backup in ${folder} yet.`,
    'Make one at /admin/backups, or with: npm run backup',
  ],
  fine: (age: string): string => `The latest backup was made ${age} ago.`,
  old: (age: string): Advice => [
    `The latest backup is ${age} old.`,
    'Look at the job back-up in /admin/jobs and in the log, and make a backup: npm run backup',
  ],
} as const

export const ARCHIVE_CHECK = {
  label: 'Archive of the log',
  fine: (at: string): string => `The archive takes the write-ahead log, and its latest base backup is of ${at}.`,
  fails: (folder: string, since: string, waiting: string): Advice => [
    `${folder} takes no write-ahead log since ${since}. ${waiting} of it fill the disk of DATA_DIR.`,
    'Make room in WAL_ARCHIVE_DIR, or let the user of PostgreSQL write there.',
  ],
  behind: (folder: string, waiting: string): Advice => [
    `${waiting} of the write-ahead log wait for ${folder} and fill the disk of DATA_DIR.`,
    'Look whether WAL_ARCHIVE_DIR answers: a network folder may hang.',
  ],
  none: (folder: string): Advice => [
    `There is no base backup in ${folder} yet.`,
    'Wait for the next hour, or run the job make-base-backup at /admin/jobs.',
  ],
  old: (at: string): Advice => [
    `The latest base backup is of ${at}.`,
    'Look at the job make-base-backup in /admin/jobs and in the log.',
  ],
} as const

export const MAIL_TEXTS = {
  off: [
    'No mail is sent: mails wait in the outbox.',
    'Set SMTP_URL, MAIL_FROM and BASE_URL, or read the mails at /admin/outbox.',
  ] as Advice,
  subject: (productName: string): string => `${productName}: a mail to try the mail server`,
  body: (site: string): string =>
    `This mail was sent to see whether ${site} can send mails. If you read it, it can. There is nothing to do.`,
  taken: (to: string): string => `The mail server has accepted a mail to ${to}: look whether it arrives.`,
  refused: (reason: string): Advice => [
    `The mail server did not accept a mail: ${reason}`,
    'Correct SMTP_URL or MAIL_FROM, or look into the log of the mail server.',
  ],
} as const

export const ADDRESS_TEXTS = {
  fine: (address: string): string => `${address} leads to this site, and TRUST_PROXY fits.`,
  local: 'There is no BASE_URL, which is fine as long as only this machine uses the site.',
  missing: [
    'There is no BASE_URL, although other machines can reach the site.',
    'Set BASE_URL to the address that people open, and restart.',
  ] as Advice,
  noSecret: ['The site has no secret yet, so its address cannot be checked.', 'Start the app first.'] as Advice,
  unreachable: (address: string, reason: string): Advice => [
    `${address} does not answer from this machine (${reason}).`,
    'Start the app, and look at DNS, proxy, certificate and firewall. Some routers only refuse this from inside.',
  ],
  redirected: (address: string, target: string): Advice => [
    `${address} redirects to ${target}.`,
    'Set BASE_URL to the address that people open in the end.',
  ],
  otherSite: (address: string, status: number): Advice => [
    `Another site answers at ${address} (status ${status}).`,
    'Point BASE_URL, DNS and the proxy to this site.',
  ],
  otherSecret: (address: string): Advice => [
    `Another Savepoint answers at ${address}, or one with another SECRET.`,
    'Point BASE_URL to this site, and give all nodes the same SECRET.',
  ],
  unread: (proxies: number): Advice => [
    `A request came through ${counted(proxies, 'proxy', 'proxies')}, and TRUST_PROXY is lower: all visitors share one rate limit.`,
    `Set TRUST_PROXY=${proxies} and restart.`,
  ],
  forgeable: (proxies: number, trusted: number): Advice => [
    `TRUST_PROXY is ${trusted}, and a request came through ${counted(proxies, 'proxy', 'proxies')}: visitors can forge their addresses.`,
    'Lower TRUST_PROXY to the number of proxies that add X-Forwarded-For, or let each proxy add it.',
  ],
} as const

export const SOURCE_TEXTS = {
  label: 'Sources',
  steamLabel: 'Steam',
  none: 'No live source is set up: the site has its stored games alone.',
  noSteam: 'Steam is not set up.',
  fine: (name: string): string => `${name} answers.`,
  credentials: (name: string, keys: string): Advice => [
    `${name} refuses the credentials.`,
    `Correct ${keys} and restart.`,
  ],
  tooOften: (name: string): Advice => [
    `${name} was asked too often.`,
    'Wait: the site asks less often by itself. See whether something else uses the same key.',
  ],
  unreachable: (name: string, reason: string): Advice => [
    `${name} does not answer (${reason}).`,
    'Look whether this machine may open connections to the internet.',
  ],
  broken: (name: string, reason: string): Advice => [
    `${name} answers wrongly (${reason}).`,
    'Try again later. Pages show stored games meanwhile.',
  ],
} as const
