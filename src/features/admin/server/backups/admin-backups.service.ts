import { createHmac, timingSafeEqual } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileProblem } from '#db/file-problem.ts'
import type { AccountsDeps } from '#features/accounts/server/accounts.service.ts'
import { requireProof } from '#features/accounts/server/security/proof.service.ts'
import { listBackupFiles } from '#server/backups.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { RequestContext, Viewer } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { BACKUPS_TEXTS } from '../../admin-backups.texts.ts'
import { type AdminDeps, withAuditLog } from '../admin.service.ts'

export interface AdminBackupsDeps extends AdminDeps {
  config: Config
  queue: Queue
  accounts: AccountsDeps
}

const JOB = 'back-up'
/** A network folder may hang. */
const FOLDER_MS = 3_000
/** So long an address downloads a backup. */
const OPEN_MS = 5 * 60_000

/** Lists the backups with their sizes, and says whether one is being made. */
export async function listBackups({ config, queue }: AdminBackupsDeps) {
  const state = (await queue.listStates()).find(({ name }) => name === JOB)
  const isRunning = state !== undefined && state.waiting + state.running > 0
  if (config.backups === null) return { folder: null, most: null, problem: null, isRunning, backups: [] }
  const { folder, keep } = config.backups
  const found = await Promise.race([
    filesOf(folder).catch((error: unknown) => fileProblem(error, folder) ?? String(error)),
    wait(FOLDER_MS, BACKUPS_TEXTS.silent, { ref: false }),
  ])
  const [problem, backups] = typeof found === 'string' ? [found, []] : [null, found]
  return { folder, most: keep, problem, isRunning, backups }
}

async function filesOf(folder: string) {
  const files = await listBackupFiles(folder)
  return Promise.all(
    files.map(async ({ name, at }) => {
      const { size } = await stat(join(folder, name))
      return { name, started_at: at.toISOString(), bytes: size }
    }),
  )
}

/**
 * Returns the address of a backup, which this admin may download within five minutes, and records it in the audit log. Refuses
 * like `requireProof`, and not_found.
 */
export async function openBackup(
  deps: AdminBackupsDeps,
  admin: Viewer,
  request: RequestContext,
  name: string,
  password: string | undefined,
): Promise<string> {
  await requireProof(deps.accounts, request, password)
  if ((await pathOf(deps, name)) === null) return refuse('not_found', 'not_found', BACKUPS_TEXTS.missing)
  const entry = { adminId: admin.id, action: 'download_backup', item: ['backup', name], data: { title: name } } as const
  await withAuditLog(deps, entry, async () => {})
  const until = deps.clock().getTime() + OPEN_MS
  return `/api/admin/backups/${name}/file?until=${until}&signature=${signatureOf(deps.config, admin.id, name, until)}`
}

/** Returns the file behind an address that `openBackup` has made for this admin; null if it has ended or is another one. */
export async function findOpened(
  deps: AdminBackupsDeps,
  admin: Viewer,
  given: { name: string; until: string; signature: string },
): Promise<{ path: string; bytes: number } | null> {
  const until = Number(given.until)
  const expected = Buffer.from(signatureOf(deps.config, admin.id, given.name, until))
  const signature = Buffer.from(given.signature)
  const isSigned = expected.length === signature.length && timingSafeEqual(expected, signature)
  if (!isSigned || until < deps.clock().getTime()) return null
  const path = await pathOf(deps, given.name)
  const file = path && (await stat(path).catch(() => null))
  return path && file ? { path, bytes: file.size } : null
}

async function pathOf({ config }: AdminBackupsDeps, name: string): Promise<string | null> {
  if (config.backups === null) return null
  const { folder } = config.backups
  // The list of backups says what is wrong with the folder.
  const files = await listBackupFiles(folder).catch(() => [])
  return files.some((file) => file.name === name) ? join(folder, name) : null
}

const signatureOf = ({ secret }: Config, adminId: string, name: string, until: number): string =>
  createHmac('sha256', secret).update(`backup\n${adminId}\n${name}\n${until}`).digest('base64url')
