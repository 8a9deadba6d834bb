/** Shown when the items that wait for an admin could not be loaded. */
export const WAITING_FAILED = 'What waits could not be loaded.'

/** Shown when the reports of members or of an error could not be loaded. */
export const REPORTS_FAILED = 'The reports could not be loaded.'

/** Shown when counts could not be loaded. */
export const COUNTS_FAILED = 'The counts could not be loaded.'

/** The texts that explain what disabling an account does, shown wherever an admin can do it. */
export const DISABLE_TEXTS = {
  text: 'They are signed out everywhere at once and cannot sign in. What they shared is hidden, nothing is deleted, and enabling them brings it back.',
  reasonHint: 'Other admins read it; the member does not.',
} as const

const STILL_TYPED = 'What you have typed is still here: copy it if you need it.'

/** An open admin page shows this when its viewer may no longer use it. The typed text stays. */
export const ACCESS_LOST_TEXTS = {
  role: {
    title: 'You are no longer an admin',
    text: `Your role was revoked, so nothing on this page is saved or updated any more. ${STILL_TYPED}`,
  },
  session: {
    title: 'You are signed out',
    text: `Nothing on this page is saved or updated until you sign in again. ${STILL_TYPED}`,
  },
} as const

export const CHANGES_APPEAR_HERE = 'Changes that admins make appear here.'
