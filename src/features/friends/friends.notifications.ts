import { PEOPLE_SWITCHES } from '#features/notifications/settings.texts.ts'
import { plural } from '#shared/counted.ts'
import { defineNotification, onlyActor } from '#shared/notification.ts'

export const FRIEND_REQUEST = defineNotification({
  type: 'friend_request',
  predicateOf: ({ count }) => `${plural(count, 'wants', 'want')} to be friends with you`,
  hrefOf: () => '/profile/friends',
  isFolded: false,
  isDirect: true,
  switch: {
    group: PEOPLE_SWITCHES,
    order: 10,
    label: 'Friend requests',
    hint: 'Somebody wants to be friends with you',
  },
})

export const FRIEND_ACCEPTED = defineNotification({
  type: 'friend_accepted',
  predicateOf: ({ count }) => `accepted your friend ${plural(count, 'request')}`,
  hrefOf(line) {
    const actor = onlyActor(line)
    return actor ? `/profile/${actor}` : '/profile/friends'
  },
  switch: {
    group: PEOPLE_SWITCHES,
    order: 20,
    label: 'Accepted requests',
    hint: 'Somebody accepts your friend request',
  },
})
