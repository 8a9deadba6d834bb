import { aboutWritten } from '#features/profiles/server/profiles.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { typesHandledBy } from '#server/subjects.ts'
import * as moderationContract from '../moderation.contract.ts'
import { MODERATION } from '../moderation.notifications.ts'
import { moderationPages } from '../moderation.pages.ts'
import * as moderationSchemas from '../moderation.schemas.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { holdAbout } from './moderation.subscribers.ts'
import { ownHeldTexts } from './own-data/own-held.queries.ts'
import { countHeld } from './queue/held-queue.queries.ts'

export const moderationFeature = defineFeature({
  name: 'moderation',
  pages: moderationPages,
  contracts: [moderationContract, moderationSchemas],
  routes: moderationRoutes,
  notifications: [MODERATION],
  ownData: [ownHeldTexts],
  subscribes: [on(aboutWritten, holdAbout)],
  admin: ({ subjects }) => ({
    pages: [
      {
        path: '/admin/held',
        label: 'Waiting texts',
        group: 'People',
        access: 'moderator',
        waiting: {
          count: (db, viewer) => countHeld(db, typesHandledBy(subjects, viewer)),
          one: 'text to approve',
          many: 'texts to approve',
        },
      },
      { path: '/admin/hold-rules', label: 'Waiting rules', group: 'System' },
    ],
    actions: {
      publish_held: 'published a text of',
      decline_held: 'declined a text of',
      change_hold_rules: 'changed which texts wait:',
    },
  }),
})
