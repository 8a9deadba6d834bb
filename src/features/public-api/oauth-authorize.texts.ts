export const AUTHORIZE_TEXTS = {
  about: 'An app asks for access.',
  home: 'Go to the start page',
} as const
