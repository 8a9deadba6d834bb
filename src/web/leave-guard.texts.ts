export const LEAVE_TEXTS = {
  title: 'Leave without saving?',
  text: 'What you changed on this page is not saved yet.',
} as const
