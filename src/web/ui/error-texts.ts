/** Messages in place of a part that failed to load. */
export const LIST_MISSING = 'Nothing is lost. The list could not be loaded.'
export const SETTINGS_MISSING = 'Your settings could not be loaded.'
