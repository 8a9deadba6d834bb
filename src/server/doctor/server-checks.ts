import { STORAGE_CHECKS } from '../storage/storage-check.ts'
import { archiveCheck } from '../wal-archive.ts'
import { addressCheck } from './address-check.ts'
import { DATABASE_CHECKS } from './database-checks.ts'
import type { HealthCheck } from './health-check.ts'
import { mailCheck } from './mail-check.ts'
import { replicaCheck } from './replica-check.ts'
import { SITE_CHECKS } from './site-checks.ts'

/** The checks of the server itself. Features add theirs (`checks` of their modules). */
export const SERVER_CHECKS: readonly HealthCheck[] = [
  ...DATABASE_CHECKS,
  replicaCheck,
  ...SITE_CHECKS,
  archiveCheck,
  ...STORAGE_CHECKS,
  mailCheck,
  addressCheck,
]
