export const ADMIN_REPORT_TEXTS = {
  about: 'What members have reported. Authors do not learn who reported them.',
  noneOpen: 'What members report appears here, the longest waiting first.',
  noneDecided: 'What admins have decided appears here, with who decided it and when.',
  deletedByAuthor: 'Its author has deleted it.',
  gone: 'It is no longer in the catalogue.',
  nobody: (hasFacts: boolean) => (hasFacts ? 'Deleted' : 'A deleted member'),
} as const
