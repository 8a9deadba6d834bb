export const SIGN_IN_TO_REACT = 'Please sign in to react to activities'
export const EMOJI_REQUIRED = 'Activity ID and emoji are required'
/** What a person is told (R-ACT-31); the others are what the call itself says (R-ACT-33, R-ACT-34). */
export const UPDATE_FAILED = 'Failed to update reaction'
export const ADD_FAILED = 'Failed to add reaction'
export const REMOVE_FAILED = 'Failed to remove reaction'
