import { defineFeature } from '#server/feature.ts'
import * as adminContract from '../admin.contract.ts'
import { adminPages } from '../admin.pages.ts'
import * as adminJobsContract from '../admin-jobs.contract.ts'
import * as auditLogContract from '../audit-log.contract.ts'
import * as memberStatusSchemas from '../member-status.schemas.ts'
import { adminRoutes } from './admin.routes.ts'
import { countOpenErrors } from './admin.service.ts'
import { countFailing } from './jobs/admin-jobs.service.ts'

export const adminFeature = defineFeature({
  name: 'admin',
  pages: adminPages,
  contracts: [adminJobsContract, adminContract, auditLogContract, memberStatusSchemas],
  routes: adminRoutes,
  admin: (deps) => ({
    pages: [
      { path: '/admin/users', label: 'Members', group: 'People' },
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
      make_admin: 'granted the admin role to',
      make_moderator: 'granted the moderator role to',
      take_admin: 'revoked the role of',
      reset_link: 'created a reset link for',
      resolve_error: 'resolved the error',
      reopen_error: 'reopened the error',
      run_job: 'queued the job',
    },
    itemPages: {
      user: (id) => `/admin/users?search=${id}`,
      error: () => '/admin/errors?status=all',
      job: () => '/admin/jobs',
    },
  }),
})
