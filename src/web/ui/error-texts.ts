/** Messages in place of a part that failed to load. */
export const LIST_MISSING = 'Nothing is lost. The list did not arrive.'
export const SETTINGS_MISSING = 'Your settings did not arrive.'
