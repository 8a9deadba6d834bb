import { counted, numberText } from '#shared/counted.ts'
import type { ExportFile } from './exports.rules.ts'
import { EXPORT_KEPT_DAYS } from './exports.rules.ts'

export const EXPORT_TEXTS = {
  title: 'Your data',
  intro:
    'Everything stored about you, as files: your profile, your games with their histories, what you shared, and the people you follow.',
  kept: `The links are yours alone. They end after ${EXPORT_KEPT_DAYS} days, or when you prepare your data again; then the files are deleted.`,
  start: 'Prepare my data',
  again: 'Prepare again',
  open: 'Your data is being prepared already. Wait until it is done, or cancel it.',
  notFound: 'This export does not exist any more',
  starting: 'Beginning…',
  preparing: 'Preparing your data',
  mayLeave: 'You can leave this page. The files will be here.',
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  remove: 'Delete files',
  removing: 'Deleting…',
  untilReplaced: 'Kept until newer copies replace it.',
  notDone: 'Not done',
  broken: 'Your data could not be prepared. Nothing is lost; please try again.',
  missing: 'Your exports could not be loaded.',
  weekly: 'Weekly copy',
  own: 'Your export',
  linksUntil: (day: string) => `The links work until ${day}.`,
} as const

export const FILE_LABELS: Record<ExportFile, { title: string; text: string }> = {
  json: { title: 'Everything (JSON)', text: 'All rows by table. Savepoint imports it again.' },
  backloggd: { title: 'Library for Backloggd (CSV)', text: 'One row a game, in the columns of Backloggd Plus.' },
  yamtrack: { title: 'Library for Yamtrack (CSV)', text: 'One row a playthrough, in the columns of Yamtrack.' },
  reviews: { title: 'Reviews (CSV)', text: 'Your texts with their ratings.' },
  journal: { title: 'Journal (CSV)', text: 'Your entries by day.' },
  lists: { title: 'Lists (CSV)', text: 'One row a game of a list.' },
  pictures: { title: 'Pictures (zip)', text: 'The pictures that you have uploaded.' },
}

/** Returns how far an export is, such as '1,200 of 3,400 rows written'. */
export const progressText = (done: number, total: number | null): string =>
  total === null ? 'Counting' : `${numberText(done)} of ${counted(total, 'row')} written`

/** Returns what becomes of the weekly copies. */
export const weeklyText = (kept: number): string =>
  `This server also makes a copy every week in which you visit, and keeps the last ${counted(kept, 'copy', 'copies')}.`

/** What the jobs do, for admins. */
export const EXPORT_JOBS = {
  write: 'Writes the data of a member into files to download.',
  resume: 'Continues exports whose job was lost, for example because the database was away when it failed.',
  beginWeekly: 'Begins a copy of the data of each member who has visited in a week, if WEEKLY_EXPORTS is on.',
  deleteOld: `Deletes the files of exports after ${EXPORT_KEPT_DAYS} days, and weekly copies that newer ones replace.`,
} as const
