import { PEOPLE_SWITCHES } from '#features/notifications/settings.texts.ts'
import { plural } from '#shared/counted.ts'
import { defineNotification, onlyActor } from '#shared/notification.ts'

export const INVITATION_ACCEPTED = defineNotification({
  type: 'invitation_accepted',
  predicateOf: ({ count }) => `accepted your ${plural(count, 'invitation')}`,
  hrefOf(line) {
    const actor = onlyActor(line)
    return actor ? `/profile/${actor}` : '/settings/invitations'
  },
  switch: {
    group: PEOPLE_SWITCHES,
    order: 25,
    label: 'Accepted invitations',
    hint: 'Somebody creates an account with your invitation',
  },
})
