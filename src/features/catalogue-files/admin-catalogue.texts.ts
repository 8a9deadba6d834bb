import { plural } from '#shared/counted.ts'

export const ADMIN_CATALOGUE_TEXTS = {
  about:
    'Where the games come from. The counts are up to a minute old; queries and failures are those of this node since its start.',
  notLoaded: 'The state of the catalogue could not be loaded.',
  nothingImported: 'Nothing was imported from files.',
  notAskedBecause: 'It is not asked, because',
  importedGames: 'Games of imports that no source has an id for.',
  notSet: (settings: number) =>
    `${plural(settings, 'is', 'are')} not set. The stored games come from the built-in catalogue, imports and earlier queries.`,
} as const
