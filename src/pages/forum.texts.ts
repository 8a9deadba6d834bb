export const FORUM_PAGES = {
  category: (name: string) => `Threads of the forum in the category ${name}.`,
  newThread: 'Start a thread in the forum.',
} as const
