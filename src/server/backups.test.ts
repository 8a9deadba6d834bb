import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkBackup } from '#db/backup/restore-backup.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { type Backups, backupName, isBackupDue, openBackups, requireBackupFolder } from './backups.ts'
import { readConfig } from './config.ts'
import { withSecret } from './config-secret.ts'
import { createLog } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'savepoint-backups-'))
const dataDir = mkdtempSync(join(tmpdir(), 'savepoint-backups-data-'))
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true })
})

const at = (time: string) => new Date(`2026-11-${time}Z`)

test.each([
  ['22T04:15:00', null, true],
  ['22T04:15:00', '21T03:15:00', true],
  ['22T04:15:00', '22T03:15:00', false],
  ['22T02:15:00', '21T03:15:00', false],
  ['22T02:15:00', '21T02:15:00', true],
  // The machine was off during the night.
  ['22T19:15:00', '21T03:15:00', true],
])('at %s with the latest of %s a backup is due: %s', (now, latest, isDue) => {
  expect(isBackupDue(at(now), latest === null ? null : at(latest))).toBe(isDue)
})

describe('with BACKUP_DIR', () => {
  let now = at('22T04:15:00')
  const settings = { BACKUP_DIR: folder, BACKUP_KEEP: '2', METRICS: 'on' }
  let backups: Backups
  const site = useTestApp(settings, {
    async database() {
      const place = await cloneDatabase()
      const config = withSecret(readConfig({ ...settings, DATABASE_URL: place.connectionString, DATA_DIR: dataDir }))
      const opened = await openBackups({
        config,
        log: createLog('silent'),
        clock: () => now,
        connectionString: place.connectionString,
      })
      backups = opened as Backups
      return place
    },
    backups: {
      job: { name: 'back-up', schedule: '15 * * * *', run: (data) => backups.job.run(data) },
      latest: () => backups.latest(),
    },
  })
  const health = async () => {
    site.time.now = now
    return (await site.visitor().get('/api/health')).body.backup
  }
  const metric = async () =>
    /^savepoint_backup_age_seconds (\S+)/m.exec((await site.visitor().get('/metrics')).body)?.[1]
  const names = () => readdirSync(folder).sort()

  test('a backup is made every night, the newest are retained, and health and metrics report its age', async () => {
    expect(await health()).toEqual({ latest: null, age_seconds: null })
    expect(await metric()).toBe('+Inf')
    writeFileSync(join(folder, 'notes.txt'), 'an operator wrote this')
    const left = join(folder, `${backupName(at('20T03:15:00'))}.0badcafe.part`)
    writeFileSync(left, 'a killed backup')
    utimesSync(left, at('20T03:15:00'), at('20T03:15:00'))

    for (const day of [22, 23, 24]) {
      // A second run in the same night makes no second backup.
      for (const hour of ['04', '05']) {
        now = at(`${day}T${hour}:15:00`)
        await site.run('back-up')
      }
    }
    const [first, second] = [23, 24].map((day) => backupName(at(`${day}T04:15:00`)))
    expect(names()).toEqual(['notes.txt', first, second])
    expect(existsSync(left)).toBe(false)
    const { head } = await checkBackup(join(folder, second as string))
    // The secret that the app generated.
    expect(head.secret).toHaveLength(64)
    expect(await health()).toEqual({ latest: '2026-11-24T04:15:00.000Z', age_seconds: 3600 })
    expect(await metric()).toBe('3600')
  })

  test('an admin who wants a backup gets one, also when the latest is of last night', async () => {
    const root = await signUp(site, { becomeAdmin: true })
    now = at('24T12:00:00')
    const before = names()
    expect((await root.post('/api/admin/jobs/back-up/runs', {})).status).toBe(202)
    await site.work()
    const made = backupName(now)
    expect(names().filter((name) => !before.includes(name))).toEqual([made])
    await checkBackup(join(folder, made))
    // The schedule still makes none before the night.
    now = at('24T13:15:00')
    await site.run('back-up')
    expect(names()).toContain(made)
    expect((await health()).latest).toBe('2026-11-24T12:00:00.000Z')
  })

  test('a failed backup leaves the others unchanged and no partial file', async () => {
    const before = names()
    now = at('25T04:15:00')
    await site.db.schema
      .alterTable('schema_migrations' as never)
      .renameTo('schema_migrations_away')
      .execute()
    await expect(site.run('back-up')).rejects.toThrow('This database contains no Savepoint data')
    expect(names()).toEqual(before)
    expect((await health()).age_seconds).toBe(16.25 * 3600)
  })

  test('a folder that has gone since the start fails the backup with a sentence', async () => {
    now = at('26T04:15:00')
    renameSync(folder, `${folder}-away`)
    await expect(site.run('back-up')).rejects.toThrow(`${folder} does not exist: nothing was backed up.`)
    expect(existsSync(folder)).toBe(false)
    renameSync(`${folder}-away`, folder)
  })
})

describe('a BACKUP_DIR that', () => {
  const file = join(folder, 'a-file')
  const refusalOf = (path: string) =>
    requireBackupFolder({ backups: { folder: path, keep: 7 } }).then(
      () => null,
      (error: unknown) => (error as Error).message,
    )

  test('is there is accepted', async () => {
    expect(await refusalOf(folder)).toBeNull()
    await requireBackupFolder({ backups: null })
  })

  test('is misspelt is refused with a sentence, and not made', async () => {
    const misspelt = join(folder, 'bakups/nightly')
    expect(await refusalOf(misspelt)).toBe(
      `${misspelt} does not exist. Create the folder of BACKUP_DIR for the user of the app, or correct the setting.`,
    )
    expect(existsSync(join(folder, 'bakups'))).toBe(false)
  })

  test('is a file is refused with a sentence', async () => {
    writeFileSync(file, '')
    expect(await refusalOf(file)).toBe(`BACKUP_DIR names ${file}, which is not a folder.`)
    expect(await refusalOf(join(file, 'inside'))).toContain(`${join(file, 'inside')} is not a folder.`)
  })
})
