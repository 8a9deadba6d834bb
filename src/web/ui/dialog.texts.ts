export const DIALOG_TEXTS = {
  discard: 'Discard what you typed?',
  notSaved: 'It is not saved yet.',
} as const
