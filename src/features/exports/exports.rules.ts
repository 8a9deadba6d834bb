import { DAY_MS } from '#shared/durations.ts'

/** An export that a member has asked for is deleted after so many days. A weekly copy is replaced by newer ones. */
export const EXPORT_KEPT_DAYS = 7

export const EXPORT_STATES = ['working', 'done', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** The files of an export, in the order in which they are written and shown. */
export const EXPORT_FILES = ['json', 'backloggd', 'yamtrack', 'reviews', 'journal', 'lists', 'pictures'] as const
export type ExportFile = (typeof EXPORT_FILES)[number]

/** The end of the name of each file, after product, member and day. */
export const FILE_ENDINGS: Record<ExportFile, string> = {
  json: '.json',
  backloggd: '-library-backloggd.csv',
  yamtrack: '-library-yamtrack.csv',
  reviews: '-reviews.csv',
  journal: '-journal.csv',
  lists: '-lists.csv',
  pictures: '-pictures.zip',
}

export const MEDIA_TYPES: Record<ExportFile, string> = {
  json: 'application/json; charset=utf-8',
  backloggd: 'text/csv; charset=utf-8',
  yamtrack: 'text/csv; charset=utf-8',
  reviews: 'text/csv; charset=utf-8',
  journal: 'text/csv; charset=utf-8',
  lists: 'text/csv; charset=utf-8',
  pictures: 'application/zip',
}

/** Returns until when the files of an export can be downloaded. */
export const exportExpiry = (finishedAt: Date): Date => new Date(finishedAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS)
