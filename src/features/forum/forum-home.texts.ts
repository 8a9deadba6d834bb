/** Of the forum’s first page and of its categories. */
export const FORUM_HOME_TEXTS = {
  about: 'Talk with the others about games, ask for help, and say what this place needs.',
  subscribe: 'Open a thread and press Subscribe. What is new in it then shows here, and you are notified.',
  startFirst: 'Start the first.',
  allRead: 'All threads are marked as read',
  notAllRead: 'The threads are not marked as read',
  pageEmpty: 'No threads on this page',
  pageEmptyHint: 'The list is shorter than that.',
} as const
