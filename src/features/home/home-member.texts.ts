/** Of a member’s home page. */
export const HOME_TEXTS = {
  about: 'What you are playing, and what your friends are up to.',
  begin:
    'Find a game that you play, have played or want to play. Or begin with one of these: point at a poster, or hold it, and add it.',
  written: 'Your journal has begun',
  shelveToo:
    'The games that you write about find a place in your library, too: point at a poster, or hold it, and say what it is for you.',
  firstGame: 'Your first game is in your library',
  goOn: 'Go on for as long as you like: point at a poster, or hold it, and add it. Everything can be changed later.',
  fromFriends: 'New from friends',
  side: 'Up next, friends and challenges',
  feedEmpty: 'What your friends play and log appears here. Until then, log a game that they will want to hear about.',
  kinds: 'Kinds of activity',
  allKinds: 'All kinds',
  noneOfKindTitle: 'Nothing of this kind yet',
  noneOfKind: 'The people around you have not shared any, or you have muted it.',
  followsEmptyTitle: 'Nothing from those you follow yet',
  followsEmpty: 'What the people you follow play and log appears here. Everyone shows what all members play.',
} as const
