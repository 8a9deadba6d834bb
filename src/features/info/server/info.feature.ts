import { defineFeature, type ServerDeps } from '#server/feature.ts'
import * as contactSchemas from '../contact.schemas.ts'
import * as infoContract from '../info.contract.ts'
import { infoPages } from '../info.pages.ts'
import { CLOSED_MESSAGE_DAYS } from '../info.rules.ts'
import { INFO_JOB } from '../info.texts.ts'
import { countOpen } from './contact/contact.queries.ts'
import { pruneMessages } from './contact/contact.service.ts'
import { infoRoutes } from './info.routes.ts'
import { ownContactMessages } from './own-data/own-contact-messages.queries.ts'
import { readInfoPages } from './pages/info-pages.ts'
import { sitePages } from './pages/site-pages.ts'

export const infoFeature = defineFeature({
  name: 'info',
  pages: infoPages,
  contracts: [contactSchemas, infoContract],
  open: (deps: ServerDeps) => ({ ...deps, pages: readInfoPages(deps) }),
  routes: infoRoutes,
  jobs: (deps) => [
    {
      name: 'prune-contact-messages',
      about: INFO_JOB,
      schedule: '41 4 * * *',
      deletes: { contact_messages: `${CLOSED_MESSAGE_DAYS} days after it is closed` },
      run: () => pruneMessages(deps),
    },
  ],
  ownData: [ownContactMessages],
  admin: () => ({
    pages: [
      {
        path: '/admin/contact',
        label: 'Contact',
        group: 'People',
        waiting: { count: countOpen, one: 'open message', many: 'open messages' },
      },
    ],
    actions: {
      close_contact: 'closed a contact message:',
      reopen_contact: 'reopened a contact message:',
    },
    itemPages: { contact: () => '/admin/contact' },
  }),
  sitemap: ({ pages }) => [{ pages: sitePages(pages) }],
})
