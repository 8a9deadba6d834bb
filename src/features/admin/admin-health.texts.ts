/** Of the page that says what is wrong with the site. */
export const HEALTH_TEXTS = {
  failed: 'The checks could not be run.',
  allWell: 'Everything is well.',
  wellCount: (checked: string): string => `What is well: ${checked}`,
  onRequest: 'These checks send a mail or ask another server, so they run only when you ask for them.',
  states: { failing: 'Failing', warning: 'Look at this', ok: 'Well' },
  doNow: 'Run',
} as const
