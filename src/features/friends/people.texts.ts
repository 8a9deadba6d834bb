import type { FollowList } from './people.contract.ts'

export const NO_FOLLOWS: Record<FollowList, { title: string; text: string }> = {
  following: { title: 'Following nobody yet', text: 'What the people you follow log and finish appears in your feed.' },
  followers: { title: 'No followers yet', text: 'People who follow you appear here.' },
}

/** Of lists of people. */
export const PEOPLE_TEXTS = {
  allHidden: 'The people in this list do not show this.',
  someHidden: 'Not everybody is shown here.',
  endFriendship: 'You will no longer be friends on either side. Following stays as it is.',
  friendsSafe: 'Your friends are safe.',
  noFriends: 'Find people you know, or say hello to somebody who likes the same games.',
  requestsNotLoaded: 'Nothing is lost. The requests could not be loaded.',
  suggestionsNotLoaded: 'The suggestions could not be loaded.',
  nowFriends: (name: string) => `You and ${name} are friends now`,
  noFriendsOf: (name: string) => `${name} has nobody in this list so far.`,
  followsNobody: (name: string) => `${name} does not follow anybody so far.`,
  followedByNobody: (name: string) => `Nobody follows ${name} so far.`,
  removeFriend: (name: string) => `Remove ${name} as a friend?`,
} as const
