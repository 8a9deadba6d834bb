/** Messages in place of a part that failed to load. */
export const LIST_FAILED = 'The list could not be loaded.'
export const LIST_MISSING = `Nothing is lost. ${LIST_FAILED}`
export const SETTINGS_MISSING = 'Your settings could not be loaded.'

/** After a failed copy of a text that a field shows. */
export const COPY_FROM_FIELD = 'Please copy it from the field.'

export const REST_FAILED = 'The rest could not be loaded.'
