/** What stands in the place of a part that did not come. */
export const LIST_MISSING = 'Nothing is lost. The list did not arrive.'
export const SETTINGS_MISSING = 'Your settings did not arrive.'
