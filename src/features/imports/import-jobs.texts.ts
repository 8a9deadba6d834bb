/** What the jobs do, for admins. */
export const IMPORT_JOBS = {
  step: 'Reads a file of another tracker, writes it into a library, or takes it back.',
  resume: 'Goes on with imports whose job has failed, when no other import is being worked on.',
} as const

export const STEAM_JOBS = {
  sync: 'Adds what a member has played at Steam to the library.',
  beginDaily: 'Begins the daily syncs with Steam whose time has come.',
} as const
