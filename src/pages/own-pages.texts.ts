/** The descriptions of a member’s own pages. */
export const OWN_PAGES = {
  achievements: 'Your unlocked achievements, by date and by game.',
  journal: 'What you play and what you write about it.',
  messages: 'What members write to one another.',
  chooseConversation: 'Choose a conversation, or write to somebody from their profile.',
  notifications: 'Your notifications, newest first.',
  import: 'Your games from another tracker.',
  blocked: 'You and they do not see each other, and neither can follow or befriend the other.',
  settings: 'Your account and its security.',
} as const
