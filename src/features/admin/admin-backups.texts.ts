/** Of the page with the backups of the site. */
export const BACKUPS_TEXTS = {
  about: 'Each file contains everything about everybody, secrets included. Protect it like the site itself.',
  failed: 'The backups could not be loaded.',
  off: 'Set BACKUP_DIR to an existing folder on another disk and restart: a backup is then made every night.',
  none: 'The first one is made tonight after 03:00 UTC, or when you make one now.',
  where: (folder: string, most: string) => `In ${folder}, the latest ${most} of them.`,
  isMade: 'A backup is being made…',
  title: 'Download this backup?',
  proof: 'The file contains everything about everybody, and the audit log records the download.',
  missing: 'There is no such backup any more.',
  silent: 'The folder does not answer.',
  restoreTitle: 'How to restore',
  restore: [
    'A restore writes into an empty place, never over a site. Copy the file to the machine, into the folder of the app.',
    'Stop the app. Name a new DATA_DIR, or an empty database with DATABASE_URL, and run the command below. It reads the whole file first, and refuses one that is cut short or altered.',
    'Start the app with the same DATA_DIR or DATABASE_URL. The old place stays as it is until you remove it.',
  ],
  restoreCommand: (name: string) => `DATA_DIR=/srv/savepoint-new npm run restore ${name}`,
} as const
