import { counted } from '#shared/counted.ts'
import { IN_A_MOMENT } from '../server.texts.ts'

export const STORAGE_UNAVAILABLE = `The storage for files is not responding right now. ${IN_A_MOMENT}`

export const STORAGE_JOBS = {
  leftovers: 'Deletes files from the storage that no row of the database names any more.',
  pictures: 'Deletes scaled pictures from the storage that are older than 30 days.',
} as const

export const STORAGE_CHECK = {
  content: 'A file of the health check, which may be deleted.',
  label: 'Storage for files',
  off: 'Files are in the database.',
  fine: (location: string): string => `${location} stores, returns and deletes a file.`,
  needed: (files: number): readonly [sentence: string, todo: string] => [
    `STORAGE_URL is not set, but the site has ${counted(files, 'file')} of members in a storage.`,
    'Set STORAGE_URL again and restart. To do without it, run: npm run storage -- to-database',
  ],
  broken: (location: string, reason: string): readonly [sentence: string, todo: string] => [
    `${location} does not work: ${reason}`,
    'Correct STORAGE_URL, or look at the rights of its key: it has to get, put, delete and list objects.',
  ],
  noBackup: (name: string): readonly [sentence: string, todo: string] => [
    `The storage does not have the latest backup, ${name}.`,
    'Look at the job back-up in /admin/jobs and in the log: it copies the backup at the next hour.',
  ],
} as const
