export const MEMBER_NOTE_TEXTS = {
  empty: 'Write something',
  tooLong: 'At most 1,000 characters',
  missing: 'This note is deleted.',
  about: 'Only admins read these notes. The member does not, and no export has them.',
  none: 'No notes yet.',
  label: 'A new note',
  added: 'Note added',
  deleted: 'Note deleted',
  failed: 'Nothing was changed',
  notLoaded: 'The notes could not be loaded.',
} as const
