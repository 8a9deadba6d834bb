import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { typesHandledBy } from '#server/subjects.ts'
import * as reportFormSchemas from '../report-form.schemas.ts'
import * as reportsContract from '../reports.contract.ts'
import { reportsPages } from '../reports.pages.ts'
import { reportInDemo } from './demo/report-in-demo.ts'
import { moveMergedReports } from './merges/move-reports.ts'
import { ownReports } from './own-data/own-reports.queries.ts'
import { countOpenItems } from './reports.queries.ts'
import { reportsRoutes } from './reports.routes.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  pages: reportsPages,
  contracts: [reportFormSchemas, reportsContract],
  routes: reportsRoutes,
  ownData: [ownReports],
  subscribes: [on(demoDataLoaded, reportInDemo), on(gameMerging, moveMergedReports)],
  admin: ({ subjects }) => ({
    pages: [
      {
        path: '/admin/reports',
        label: 'Reports',
        group: 'People',
        access: 'moderator',
        waiting: {
          count: (db, viewer) => countOpenItems(db, typesHandledBy(subjects, viewer)),
          one: 'open report',
          many: 'open reports',
        },
      },
    ],
    actions: {
      keep_reported: 'kept reported content of',
      correct_reported: 'corrected reported facts of',
      hide_content: 'hid content of',
      put_back: 'restored content of',
      warn: 'warned',
    },
  }),
})
