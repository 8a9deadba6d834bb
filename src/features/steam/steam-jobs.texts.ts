/** What the jobs do, for admins. */
export const STEAM_JOBS = {
  sync: 'Adds what a member has played at Steam to the library.',
  beginDaily: 'Begins the daily syncs with Steam whose time has come.',
} as const
