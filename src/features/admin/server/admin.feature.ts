import { suspensionEnded } from '#features/accounts/server/accounts.events.ts'
import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as adminContract from '../admin.contract.ts'
import { adminPages } from '../admin.pages.ts'
import * as adminBackupsContract from '../admin-backups.contract.ts'
import * as adminHealthContract from '../admin-health.contract.ts'
import * as adminJobsContract from '../admin-jobs.contract.ts'
import * as auditLogContract from '../audit-log.contract.ts'
import * as memberNotesContract from '../member-notes.contract.ts'
import * as memberNotesSchemas from '../member-notes.schemas.ts'
import * as memberStatusSchemas from '../member-status.schemas.ts'
import { adminRoutes } from './admin.routes.ts'
import { countOpenErrors } from './admin.service.ts'
import { noteEndOfSuspension } from './audit-log/audit-log.subscribers.ts'
import { backupAddresses } from './backups/backup-file.ts'
import { countFailing } from './jobs/admin-jobs.service.ts'

export const adminFeature = defineFeature({
  name: 'admin',
  pages: adminPages,
  contracts: [
    adminBackupsContract,
    adminHealthContract,
    adminJobsContract,
    adminContract,
    auditLogContract,
    memberNotesContract,
    memberNotesSchemas,
    memberStatusSchemas,
  ],
  needs: { accounts: accountsFeature },
  routes: adminRoutes,
  addresses: backupAddresses,
  subscribes: [on(suspensionEnded, noteEndOfSuspension)],
  admin: (deps) => ({
    pages: [
      { path: '/admin/users', label: 'Members', group: 'People' },
      { path: '/admin/health', label: 'Health', group: 'System' },
      { path: '/admin/backups', label: 'Backups', group: 'System' },
      {
        path: '/admin/jobs',
        label: 'Jobs',
        group: 'System',
        waiting: { count: () => countFailing(deps), one: 'failing job', many: 'failing jobs' },
      },
      {
        path: '/admin/errors',
        label: 'Errors',
        group: 'System',
        waiting: { count: (db) => countOpenErrors({ db }), one: 'open error', many: 'open errors' },
      },
      { path: '/admin/audit', label: 'Audit log', group: 'System' },
    ],
    actions: {
      disable: 'disabled',
      enable: 'enabled',
      end_suspension: 'ended, by its time, the suspension of',
      make_admin: 'granted the admin role to',
      make_moderator: 'granted the moderator role to',
      take_admin: 'revoked the role of',
      reset_link: 'created a reset link for',
      add_note: 'wrote a note about',
      delete_note: 'deleted a note about',
      resolve_error: 'resolved the error',
      reopen_error: 'reopened the error',
      run_job: 'queued the job',
      download_backup: 'downloaded the backup',
    },
    itemPages: {
      user: (id) => `/admin/users?search=${id}`,
      error: () => '/admin/errors?status=all',
      job: () => '/admin/jobs',
      backup: () => '/admin/backups',
    },
  }),
})
