export const ALL_LISTS_TEXTS = {
  about: 'What members have put together: the best of a year, a mood, a series, a joke.',
  noneYet: 'Put the first one together: games for a rainy day, or the best endings.',
  noneLiked: 'A list stands here as soon as somebody likes it.',
  noneOfFriends: 'Lists of your friends, and of members whom you follow, stand here.',
  noneWithGame: (name: string): string => `No shared list has ${name} in it so far.`,
} as const

export const listsWithText = (name: string): string => `Lists with ${name}`
