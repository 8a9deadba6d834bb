import { loadDemoWorld } from '#db/seed/demo-world.ts'
import { ConfigError } from '#server/config-error.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import * as accountsContract from '../accounts.contract.ts'
import { accountsPages } from '../accounts.pages.ts'
import * as credentialsSchemas from '../credentials.schemas.ts'
import * as deletionSchemas from '../deletion.schemas.ts'
import * as deletionAndExportContract from '../deletion-and-export.contract.ts'
import * as factorsContract from '../factors.contract.ts'
import * as securityContract from '../security.contract.ts'
import * as sessionContract from '../session.contract.ts'
import { demoDataLoaded } from './accounts.events.ts'
import { accountsJobs } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { appointAdmin, openAccounts } from './accounts.service.ts'
import type { PasswordHashing } from './auth/authenticator.ts'
import { ownAccounts } from './own-data/own-accounts.queries.ts'
import { listOpenSessions, lookUpSession } from './session/session.service.ts'
import { authCallback } from './social/auth-callback.ts'

/** `passwordHashing` is for tests that are not about it. */
export const accountsFeatureWith = ({ passwordHashing }: { passwordHashing?: PasswordHashing | undefined }) =>
  defineFeature({
    name: 'accounts',
    pages: accountsPages,
    contracts: [
      accountsContract,
      credentialsSchemas,
      deletionAndExportContract,
      deletionSchemas,
      factorsContract,
      securityContract,
      sessionContract,
    ],
    open: (deps: ServerDeps) => openAccounts({ ...deps, passwordHashing }),
    routes: accountsRoutes,
    jobs: accountsJobs,
    addresses: authCallback,
    admin: () => ({ pages: [{ path: '/admin/outbox', label: 'Outbox', group: 'System' }] }),
    ownData: [ownAccounts],
    sessionSource: (accounts) => ({
      lookUp: (headers) => lookUpSession(accounts, headers),
      listOpen: (tokens) => listOpenSessions(accounts, tokens),
    }),
    start: (accounts) => appointAdmin(accounts),
    async loadDemoData(accounts) {
      const { db, clock, auth, events } = accounts
      const outcome = await loadDemoWorld(db, { now: clock(), hash: auth.hashPassword })
      if (outcome === 'not empty')
        throw new ConfigError('This database already has members. The demo data needs an empty database.')
      if (outcome !== 'loaded') return
      await events.publish(db, demoDataLoaded, null)
      // ADMIN_EMAIL may name a member of the demo world, who did not exist when the app started.
      await appointAdmin(accounts)
    },
  })

export const accountsFeature = accountsFeatureWith({})
