export const ADMIN_CATALOGUE_TEXTS = {
  notLoaded: 'The state of the catalogue could not be loaded.',
  nothingImported: 'Nothing was imported from files.',
  notAskedBecause: 'It is not asked, because',
  importedGames: 'Games of imports that no source has an id for.',
} as const
