export const ACTIVITY_PAGE_TEXTS = {
  title: (name: string) => `${name}’s activity`,
  more: (name: string) => `All activity of ${name}`,
  about: 'An activity of a member, with its reactions and comments.',
  gone: 'This activity no longer exists',
  goneText: 'It was deleted, together with its comments.',
} as const
