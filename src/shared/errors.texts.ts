/** The documented message of validation_failed for fields without a message of their own (R-AUTH-76). */
export const CHECK_INFORMATION = 'Please check your information and try again.'
