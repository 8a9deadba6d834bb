export const ADMIN_CONTACT_TEXTS = {
  notLoaded: 'The messages could not be loaded.',
  none: 'What people write at “Contact” appears here.',
} as const
