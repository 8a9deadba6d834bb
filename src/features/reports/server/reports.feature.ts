import { demoDataLoaded, memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { heldTextPublished } from '#features/moderation/server/moderation.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { typesHandledBy } from '#server/subjects.ts'
import * as appealsContract from '../appeals.contract.ts'
import * as appealsSchemas from '../appeals.schemas.ts'
import * as reportFormSchemas from '../report-form.schemas.ts'
import * as reportsContract from '../reports.contract.ts'
import { reportsPages } from '../reports.pages.ts'
import { appealsRoutes } from './appeals/appeals.routes.ts'
import { closeAppealsOfMember, closeAppealsOfText } from './appeals/appeals.subscribers.ts'
import { reportInDemo } from './demo/report-in-demo.ts'
import { moveMergedReports, splitReports } from './merges/move-reports.ts'
import { ownAppeals } from './own-data/own-appeals.queries.ts'
import { ownReports } from './own-data/own-reports.queries.ts'
import { countOpenItems } from './reports.queries.ts'
import { reportsRoutes } from './reports.routes.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  pages: reportsPages,
  contracts: [reportFormSchemas, reportsContract, appealsSchemas, appealsContract],
  routes: (deps) => [...reportsRoutes(deps), ...appealsRoutes(deps)],
  ownData: [ownReports, ownAppeals],
  subscribes: [
    on(demoDataLoaded, reportInDemo),
    on(gameMerging, moveMergedReports),
    on(gameSplitting, splitReports),
    on(heldTextPublished, closeAppealsOfText),
    on(memberStatusChanged, closeAppealsOfMember),
  ],
  admin: ({ subjects }) => ({
    pages: [
      {
        path: '/admin/reports',
        label: 'Reports',
        group: 'People',
        access: 'moderator',
        waiting: {
          count: (db, viewer) => countOpenItems(db, typesHandledBy(subjects, viewer)),
          one: 'open report or appeal',
          many: 'open reports and appeals',
        },
      },
    ],
    actions: {
      keep_reported: 'kept reported content of',
      correct_reported: 'corrected reported facts of',
      hide_content: 'hid content of',
      put_back: 'restored content of',
      warn: 'warned',
      accept_appeal: 'accepted an appeal of',
      decline_appeal: 'declined an appeal of',
    },
  }),
})
