export const THEME_NOT_SAVED = 'The theme was not saved to your account'
