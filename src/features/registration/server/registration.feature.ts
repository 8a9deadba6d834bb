import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as registrationContract from '../registration.contract.ts'
import { INVITATION_ACCEPTED } from '../registration.notifications.ts'
import { registrationPages } from '../registration.pages.ts'
import { KEPT_DAYS } from '../registration.rules.ts'
import * as registrationSchemas from '../registration.schemas.ts'
import { REGISTRATION_JOBS } from '../registration.texts.ts'
import { addressBlocksRoutes } from './addresses/address-blocks.routes.ts'
import { isClosedTo } from './addresses/address-blocks.service.ts'
import { admission } from './admission/admission.ts'
import { ownRegistration } from './own-data/own-registration.queries.ts'
import { registrationRoutes } from './registration.routes.ts'
import { countOpenRequests } from './requests/account-requests.queries.ts'
import { ANSWER_JOB, pruneRegistration, sendAnswer } from './requests/account-requests.service.ts'
import { siteSettings } from './settings/site-settings.service.ts'

export const registrationFeature = defineFeature({
  name: 'registration',
  needs: { accounts: accountsFeature },
  pages: registrationPages,
  contracts: [registrationContract, registrationSchemas],
  routes: (deps) => [...registrationRoutes(deps), ...addressBlocksRoutes(deps)],
  notifications: [INVITATION_ACCEPTED],
  subscribes: admission,
  ownData: [ownRegistration],
  visibilitySource: (deps) => async () => (await siteSettings(deps)).visibility === 'members',
  closedAddresses: (deps) => (address) => isClosedTo(deps, address),
  jobs: (deps) => [
    {
      name: ANSWER_JOB,
      about: REGISTRATION_JOBS.sendMail,
      retry: { limit: 8, delaySeconds: 30 },
      run: (data) => sendAnswer(deps.accounts, data),
    },
    {
      name: 'prune-registration',
      about: REGISTRATION_JOBS.prune,
      schedule: '47 4 * * *',
      deletes: {
        address_blocks: `${KEPT_DAYS} days after the end, if it has one`,
        account_requests: `${KEPT_DAYS} days after the decision`,
        invitation_uses: `${KEPT_DAYS} days, if no account came of it`,
        invitations: `${KEPT_DAYS} days after the end, if nobody came by it`,
      },
      run: () => pruneRegistration(deps),
    },
  ],
  admin: () => ({
    pages: [
      {
        path: '/admin/requests',
        label: 'Requests',
        group: 'People',
        waiting: { count: countOpenRequests, one: 'request for an account', many: 'requests for an account' },
      },
      { path: '/admin/invitations', label: 'Invitations', group: 'People' },
      { path: '/admin/address-blocks', label: 'Address blocks', group: 'System' },
      { path: '/admin/registration', label: 'Registration', group: 'System' },
    ],
    actions: {
      change_registration: 'changed who may come in:',
      create_invitation: 'created an invitation:',
      revoke_invitation: 'revoked an invitation',
      block_address: 'blocked the network',
      unblock_address: 'removed the block of the network',
      accept_request: 'accepted the request of',
      decline_request: 'declined the request of',
    },
    itemPages: { site: (id) => `/admin/${id}` },
  }),
})
