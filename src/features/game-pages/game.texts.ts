import { DATA_SAFE } from '#shared/sentences.ts'

export const PART_BROKEN = `This part of the page could not be shown. ${DATA_SAFE}`

/** For admins. */
export const MERGE_WITH_ANOTHER = 'Merge with another game'

export const SOURCES = 'Game data and pictures from'

export const sourceSilentText = (source: string): string =>
  `${source} is not responding right now. This is what it sent before.`
