import { counted } from '#shared/counted.ts'
import { GAMES_THAT_BELONG_TOGETHER } from '#shared/sentences.ts'
import { GAMES_MAX, type PlaylistType } from './playlists.rules.ts'

export const TYPE_HINTS: Record<PlaylistType, string> = {
  featured: 'Stands on the home page.',
  collection: GAMES_THAT_BELONG_TOGETHER,
  event: 'Has a start and an end. Both days belong to it.',
  genre: 'One kind of game.',
  custom: 'Anything else.',
}

/** Of the dialog that adds the games of a list. */
export const LIST_SOURCE_TEXTS = {
  title: 'Add from a list',
  about: `Adds the first ${GAMES_MAX} games of one of your lists, without those that are here already.`,
  gamesNotLoaded: 'The games of the list could not be loaded',
  none: 'You have no lists yet. One that keeps itself begins with the filters of all games.',
  nothingNew: 'None was added: its games are here already, or there is no room.',
  added: (games: number) => `${counted(games, 'game')} added`,
} as const

/** Of the editor and of the playlists in the admin area. */
export const EDITOR_TEXTS = {
  about: 'Games that you put together for everybody. Visitors see them in this order.',
  orderLimit: (most: string) => `The order can be changed up to ${most} playlists.`,
  orderInFullList: 'The order can be changed in the list of all playlists.',
  noneFound: 'The search looks for a part of the title.',
  none: 'Put a few games together and give them a title. It stays a draft until you publish it.',
  pickColor: (label: string) => `Pick the colour: ${label}`,
  readsWell: 'This text reads well on this background.',
  littleContrast: (color: string) => `Too little contrast. Readers see the text in ${color}.`,
  coverHint: 'The address of a picture on the web.',
  coverRemoved: (address: string) => `No picture could be loaded from ${address}, so it was taken out.`,
  previewFailed: 'The preview could not be loaded. The address stays as it is.',
  picturesOff: 'Pictures of other sites are off here, so readers see the colours alone. The address stays.',
  coverNotLoaded: 'This picture does not load at the moment.',
  deletePublished: 'Visitors no longer find it, and links to it lead nowhere.',
  deleteDraft: 'Only admins have seen it.',
  tagsHint: 'Separate them with commas.',
  tagsShown: 'Tags as readers see them',
  enterAdds: 'Enter adds the first game that is not selected yet.',
  noGames: 'No games yet. The search above finds them by name.',
  draft: 'Draft: only admins see it',
  showOther: 'Look at the other version',
  newVersionShown: 'You had changed nothing, so the form shows the new version.',
  previewEmpty: 'The games appear here.',
  gameUnknown: 'No source knows this game. Remove it to save.',
  gameNotListed: 'No longer in the lists of the catalogue.',
} as const
